import Text

/// Perspective projection of the crawl: lines are wide and far apart at the bottom of the screen, narrower and closer together at the top.
///
/// A line at depth `d` (in lines, 0 at the bottom edge) is `height · near / (near + d)` rows below the horizon, which is above the screen,
/// and its width is scaled by the same factor. `near` and `height` are chosen so that lines are one row apart at the top, where no two may
/// share a row; at the bottom they are two rows apart.
struct CrawlPerspective: Sendable, Hashable {
  /// Width at the top as a fraction of the width at the bottom.
  private static let narrowing = 0.7
  /// Maximum width of the text at the bottom, in columns; lines at the top then have a comfortable length.
  private static let widest = 72

  let columns, rows: Int
  /// Number of rows from the horizon to the bottom edge.
  private let height: Double
  private let near: Double
  private let bottomWidth: Double

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    height = Double(rows) / (1 - Self.narrowing)
    near = height * Self.narrowing * Self.narrowing
    bottomWidth = Double(min(Self.widest, columns - 8))
  }

  /// Line length for typesetting the text: its width at the top. Further down, the gaps between words are widened.
  var measure: Int { Int(bottomWidth * Self.narrowing) }

  /// Number of lines between the bottom and the top edge.
  var depth: Double { near * (1 / Self.narrowing - 1) }

  func lines(of text: CrawlText, risen: Double) -> [CrawlLayout.Line] {
    var lines = [CrawlLayout.Line](repeating: .init(column: 0, text: "", tone: .normal), count: rows)
    for (index, line) in text.lines.enumerated() where !line.isEmpty {
      let lineDepth = risen - Double(index) - 1
      guard lineDepth >= 0, lineDepth < depth else { continue }
      let scale = near / (near + lineDepth)
      let row = rows - 1 - Int(height * (1 - scale))
      guard lines.indices.contains(row) else { continue }
      lines[row] = spread(line, scale, measure: text.columns, tone: tone(ofRow: row))
    }
    return lines
  }

  private func tone(ofRow row: Int) -> CrawlFrame.Tone { row < rows / 6 ? .faint : row < rows / 2 ? .normal : .bright }

  /// Returns the line spread to its width at `scale`. Centred headings stay centred; other lines keep their fraction of the measure.
  private func spread(_ line: String, _ scale: Double, measure: Int, tone: CrawlFrame.Tone) -> CrawlLayout.Line {
    let width = bottomWidth * scale
    let growth = width / Double(max(1, measure))
    let indent = line.prefix { $0 == " " }.count
    let words = String(line.dropFirst(indent))
    let isHeading = indent > 0
    let wanted = isHeading ? words.columns : Int((Double(words.columns) * growth).rounded())
    let set = words.spread(to: wanted)
    let left = isHeading ? Double(columns - set.columns) / 2 : (Double(columns) - width) / 2
    return CrawlLayout.Line(column: max(0, Int(left.rounded())), text: set, tone: tone)
  }
}

extension String {
  /// Returns the words with the gaps between them widened to fill `columns`. Text that is already as wide is not changed.
  fileprivate func spread(to columns: Int) -> String {
    let words = split(separator: " ")
    let gaps = words.count - 1
    let spaces = columns - words.reduce(0) { $0 + String($1).columns }
    guard gaps > 0, spaces > gaps else { return words.joined(separator: " ") }
    var line = ""
    for (index, word) in words.enumerated() {
      line += word
      // Distributes the wider gaps evenly along the line.
      if index < gaps { line += String(repeating: " ", count: spaces * (index + 1) / gaps - spaces * index / gaps) }
    }
    return line
  }
}
