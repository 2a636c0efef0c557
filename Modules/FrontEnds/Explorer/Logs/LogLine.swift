import Presentation
import TerminalText

/// A line of a log on the screen.
enum LogLine {
  /// Columns before the rows after the first one.
  private static let indent = 2
  /// A longer line is not highlighted beyond this many letters.
  private static let maxMarkedLetters = 400

  /// Returns the rows of a line, at most `limit`: the time is dimmed, the level coloured, and the longest of `words` highlighted.
  static func rows(of line: String, highlighting words: [String], columns: Int, limit: Int) -> [StyledText] {
    styled(line, words).folded(to: columns, indent: indent, limit: limit)
  }

  private static func styled(_ line: String, _ words: [String]) -> StyledText {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].hasSuffix("Z"), parts[0].utf8.count == 24 else { return marked(line, .text, words) }
    let role: Role =
      switch parts[1] {
      case "error", "critical": .bad
      case "warning": .caution
      case "debug", "trace": .muted
      default: .text
      }
    // The date is the same in most lines.
    return StyledText(String(parts[0].dropFirst(11).dropLast(1)) + " ", .muted)
      + marked(parts[1].padded(to: 7) + " ", role == .text ? .muted : role, words) + marked(parts[2], role, words)
  }

  private static func marked(_ text: String, _ role: Role, _ words: [String]) -> StyledText {
    guard let word = words.max(by: { $0.count < $1.count }) else { return StyledText(text, role) }
    let (letters, wanted) = (Array(text.lowercased().prefix(maxMarkedLetters)), Array(word))
    guard letters.count >= wanted.count,
      let start = (0...letters.count - wanted.count).first(where: { start in letters[start..<start + wanted.count].elementsEqual(wanted) })
    else { return StyledText(text, role) }
    return .marked(text, role, at: [start..<start + wanted.count])
  }
}
