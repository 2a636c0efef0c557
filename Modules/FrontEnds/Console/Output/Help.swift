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

/// The help of `holocron-tui`.
public enum ExplorerHelp {
  /// Returns the text in lines of at most 100 columns. `columns` is the width of the terminal; `nil` for a file.
  public static func text(columns: Int?) -> SafeText {
    let columns = min(columns ?? 100, 100)
    func paragraph(_ text: String) -> SafeText { SafeText(lines: text.wrapped(to: columns)) }
    var text = paragraph("Explore the Star Wars catalogue in the terminal") + "\n" + paragraph("Usage")
    text += "  holocron-tui [KIND | TAB | KIND/ID | NAME | --search TEXT | --top] [OPTIONS]\n"
    for section in sections { text += "\n" + section.text(columns: columns, Surface.file.painter) }
    return text + "\n"
      + paragraph(
        "In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section \"explorer\" of "
          + "~/.config/holocron/config.json sets display options and keys permanently.")
  }

  private static let sections = [
    HelpList(
      "Start screen",
      [
        ("KIND", "Open a list: films, people, planets, species, vehicles or starships"),
        ("TAB", "Open a tab: status, search or favourites"), ("KIND/ID", "Open a record, such as people/1"),
        ("NAME", "Open the results of a search for a name, such as luke"),
      ] + ExplorerOptions.start.map(\.helpRow)),
    HelpList("Display", ExplorerOptions.display.map(\.helpRow)), HelpList("Connection", ExplorerOptions.connection.map(\.helpRow)),
    HelpList("About", ExplorerOptions.about.map(\.helpRow)),
    HelpList(
      "Examples",
      [
        ("holocron-tui", "your last search, or suggestions"), ("holocron-tui people/1", "a record"),
        ("holocron-tui --search tatooine", "search results for tatooine"), ("holocron-tui --top", "live status of the processes"),
        ("echo 'show luke' | holocron-tui --plain", "plain lines of text"),
      ]),
  ]
}
