public import Presentation
public import Text

/// A section of a help text: a heading above two columns, with terms on the left and meanings wrapped on the right.
public struct HelpList: Sendable {
  /// The widest column of terms. The meaning of a longer term starts on the next line.
  private static let widest = 34
  /// The narrowest column of meanings.
  private static let narrowest = 20

  let heading: String
  let rows: [(term: String, meaning: String)]

  public init(_ heading: String, _ rows: [(term: String, meaning: String)]) {
    self.heading = heading
    self.rows = rows
  }

  /// Returns the section in lines of at most `columns` columns, except for terms that are longer. With fewer than 40 columns, meanings may be
  /// longer, too, because their column has at least 20.
  public func text(columns: Int, _ painter: Painter) -> SafeText {
    let width = min(rows.reduce(0) { max($0, $1.term.columns) }, Self.widest, max(16, columns - 4 - Self.narrowest))
    let indent = String(repeating: " ", count: width + 4)
    var text = painter.paint(heading, .title) + "\n"
    for (term, meaning) in rows {
      let lines = meaning.wrapped(to: max(Self.narrowest, columns - width - 4))
      let isLong = term.columns > width
      text += "  \(painter.paint(isLong ? term : term.padded(to: width), .accent))\(isLong ? "\n\(indent)" : "  " as SafeText)"
      text += lines.map { SafeText($0) }.joined(separator: "\n\(indent)") + "\n"
    }
    return text
  }
}
