import Localization
import Presentation
import TerminalText

extension LogModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    drawTitle(on: &canvas, in: rect, isActive: isActive, context)
    let body = rect.droppingRows(1)
    let matching = matching
    guard !matching.isEmpty else { return drawNothing(on: &canvas, in: body, context) }
    let first = top ?? max(0, matching.count - body.rows)
    for (offset, line) in matching.dropFirst(first).prefix(body.rows).enumerated() {
      canvas.put(styled(line), column: body.column + 1, row: body.row + offset, width: body.columns - 2)
    }
  }

  /// Draws the title, the filter, and at the end whether the page follows the log.
  private func drawTitle(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let state = isFollowing ? StyledText("● ", .good) + StyledText(context.language.say(.following), .muted) : StyledText()
    let end = rect.column + rect.columns - 1 - state.columns
    canvas.put(state, column: end, row: rect.row, width: state.columns)
    let title = context.language.say(.log(of: process.printable))
    var column = rect.column + 1
    column += canvas.put(title, .title, column: column, row: rect.row, width: max(0, end - column - 1)) + 2
    guard let filter, column + 4 < end else { return }
    column += canvas.put("/", .key, column: column, row: rect.row, width: 1) + 1
    canvas.put(
      filter, prompt: context.language.say(.pickerPrompt), column: column, row: rect.row, width: end - column - 1,
      isActive: isActive && isTyping)
  }

  private func drawNothing(on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    let text =
      lines == nil
      ? context.language.say(RecordPhrase.loading)
      : lines?.isEmpty == true ? context.language.say(.noLog) : context.language.say(.noMatchingLines(filter?.text.printable ?? ""))
    Placeholder.draw(
      [StyledText(text, .muted)], on: &canvas, in: Rect(column: rect.column + 1, row: rect.row, columns: rect.columns - 2, rows: rect.rows))
  }

  /// Returns a line with its time dimmed, its level coloured and the words of the filter highlighted.
  private func styled(_ line: String) -> StyledText {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].hasSuffix("Z"), parts[0].utf8.count == 24 else { return marked(line, .text) }
    let role: Role =
      switch parts[1] {
      case "error", "critical": .bad
      case "warning": .caution
      case "debug", "trace": .muted
      default: .text
      }
    // The date is the same in most lines.
    return StyledText(String(parts[0].dropFirst(11).dropLast(1)) + " ", .muted)
      + marked(parts[1].padded(to: 7) + " ", role == .text ? .muted : role) + marked(parts[2], role)
  }

  private func marked(_ text: String, _ role: Role) -> StyledText {
    guard let word = words.max(by: { $0.count < $1.count }) else { return StyledText(text, role) }
    let (letters, wanted) = (Array(text.lowercased().prefix(Self.maxMarkedLetters)), Array(word))
    guard letters.count >= wanted.count,
      let start = (0...letters.count - wanted.count).first(where: { start in letters[start..<start + wanted.count].elementsEqual(wanted) })
    else { return StyledText(text, role) }
    return .marked(text, role, at: [start..<start + wanted.count])
  }

  /// A longer line is not highlighted beyond this many letters.
  private static let maxMarkedLetters = 400
}
