import TerminalText

/// A plane of text that leads away from the reader: lines are wide and far apart at the bottom of a screen, and narrower and closer towards
/// its top.
///
/// A line in the depth `d` (in lines, 0 at the bottom edge) stands `height · near / (near + d)` rows below the horizon, which lies above the
/// screen, and is as much narrower. `near` and the height of the horizon are chosen so that lines lie one row apart at the top, where none
/// may fall on another; at the bottom they then lie two rows apart.
struct CrawlPerspective: Sendable, Hashable {
  /// The width at the top as a share of that at the bottom.
  private static let narrowing = 0.7
  /// The width of the text at the bottom is at most this, and lines at the top as wide as people like to read.
  private static let widest = 72

  let columns, rows: Int
  /// Rows from the horizon to the bottom edge.
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

  /// The measure to set the text in: its width at the top. Further down the gaps between words grow.
  var measure: Int { Int(bottomWidth * Self.narrowing) }

  /// Lines that lie between the bottom and the top edge.
  var depth: Double { near * (1 / Self.narrowing - 1) }

  func lines(of text: CrawlText, risen: Double) -> [CrawlStage.Line] {
    var lines = [CrawlStage.Line](repeating: .init(column: 0, text: "", tone: .normal), count: rows)
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

  /// The line as wide as it is at that scale: centred headings stay centred, and all else keeps its share of the measure.
  private func spread(_ line: String, _ scale: Double, measure: Int, tone: CrawlFrame.Tone) -> CrawlStage.Line {
    let width = bottomWidth * scale
    let growth = width / Double(max(1, measure))
    let indent = line.prefix { $0 == " " }.count
    let words = String(line.dropFirst(indent))
    let isHeading = indent > 0
    let wanted = isHeading ? words.columns : Int((Double(words.columns) * growth).rounded())
    let set = words.spread(to: wanted)
    let left = isHeading ? Double(columns - set.columns) / 2 : (Double(columns) - width) / 2
    return CrawlStage.Line(column: max(0, Int(left.rounded())), text: set, tone: tone)
  }
}

extension String {
  /// The words with as many more spaces between them as it takes to fill `columns`; never shortened, and never more than that.
  fileprivate func spread(to columns: Int) -> String {
    let words = split(separator: " ")
    let gaps = words.count - 1
    let spaces = columns - words.reduce(0) { $0 + String($1).columns }
    guard gaps > 0, spaces > gaps else { return words.joined(separator: " ") }
    var line = ""
    for (index, word) in words.enumerated() {
      line += word
      // The gaps that are one wider are dealt evenly along the line.
      if index < gaps { line += String(repeating: " ", count: spaces * (index + 1) / gaps - spaces * index / gaps) }
    }
    return line
  }
}
