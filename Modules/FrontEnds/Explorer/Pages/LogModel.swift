import Localization
import Models
import Presentation
import Text

/// The log of a local process, which follows new lines while its end is on the screen.
struct LogModel: Page {
  let process: String
  /// The last lines, oldest first; `nil` until they arrive.
  private(set) var lines: [String]?
  /// The lines that contain every word of the filter, folded to the width of the screen. Case is ignored.
  private(set) var rows: [StyledText] = []
  /// The first visible row; `nil` while the page follows the end.
  private(set) var top: Int?
  private var filter = FilterField()
  private var request: RequestID?

  /// Maximum number of lines that are shown, and of rows of a line.
  static let maxLines = 1_000
  private static let maxRows = 50
  static let pollInterval = Duration.seconds(1)

  init(_ process: String) { self.process = process }

  var isTyping: Bool { filter.isTyping }
  var place: PagePlace { .body }
  var actions: [Action] { [.filter, .copy, .last, .palette, .reload] }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? { action == .filter ? true : action == .copy ? !rows.isEmpty : nil }
  func trailTitle(_ names: ReferenceWording) -> String { names.wording.language.say(.log(of: process)) }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared:
      layOut(context)
      poll(&context)
    case .timerFired(.logDue): poll(&context)
    case .action(let action): return perform(action, &context)
    case .edit(let edit):
      guard filter.apply(edit) else { break }
      top = nil
      layOut(context)
    case .result(let result, let id):
      guard id == request else { return false }
      request = nil
      guard case .log(let new) = result, new != lines else { break }
      if let top, let old = lines {
        // What is read stays where it is: new lines are added at the end, and old ones fall out at the start.
        let fallenOut = old.indices.first { new.starts(with: old[$0...]) } ?? old.count
        self.top = max(0, top - folded(old.prefix(fallenOut), context).count)
      }
      lines = new
      layOut(context)
    case .scroll(let lines): scroll(lines, context)
    default: return false
    }
    return true
  }

  private mutating func poll(_ context: inout UpdateContext) {
    context.emit(.startTimer(.logDue, after: Self.pollInterval))
    if request == nil { request = context.send(.log(process, lines: Self.maxLines)) }
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let rows = action.movement(page: context.layout.body.rows - 2) {
      scroll(rows, context)
      return true
    }
    switch action {
    case .filter, .search: filter.focus()
    case .open: return filter.accept()
    case .cancel:
      guard filter.clear() else { return false }
      layOut(context)
    case .reload: poll(&context)
    case .copy:
      context.copy(matches(in: lines ?? []).map(\.printable).joined(separator: "\n"), as: context.language.say(.log(of: process.printable)))
    default: return false
    }
    return true
  }

  private mutating func scroll(_ rows: Int, _ context: UpdateContext) {
    let last = max(0, self.rows.count - max(1, context.layout.body.rows - 1))
    let start = (top ?? last) + rows
    top = start >= last ? nil : max(0, start)
  }

  private mutating func layOut(_ context: UpdateContext) {
    rows = folded(lines ?? [], context)
    if top != nil { scroll(0, context) }
  }

  private var words: [String] { filter.text.lowercased().split(separator: " ").map(String.init) }

  private func matches(in lines: some Sequence<String>) -> [String] {
    let words = words
    return lines.filter { line in
      guard !words.isEmpty else { return true }
      let folded = line.lowercased()
      return words.allSatisfy { folded.contains($0) }
    }
  }

  /// Returns the rows of the lines that match: the time is dimmed, the level coloured.
  private func folded(_ lines: some Sequence<String>, _ context: UpdateContext) -> [StyledText] {
    let columns = max(1, context.layout.body.columns - 2)
    let roles: [String: Role] = ["error": .bad, "critical": .bad, "warning": .caution]
    return matches(in: lines).flatMap { line in
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      var text = StyledText(line)
      if parts.count == 3, parts[0].hasSuffix("Z"), parts[0].utf8.count == 24 {
        // The date is the same in most lines.
        let start =
          StyledText("\(parts[0].dropFirst(11).dropLast(1)) ", .muted) + StyledText(parts[1].padded(to: 7) + " ", roles[parts[1]] ?? .muted)
        text = start + StyledText(parts[2], ["debug", "trace"].contains(parts[1]) ? .muted : roles[parts[1]] ?? .text)
      }
      return text.folded(to: columns, indent: 2, limit: Self.maxRows)
    }
  }
}

extension LogModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let (body, language) = (rect.droppingRows(1).inset(left: 1, right: 1), context.language)
    let shown = rows.dropFirst(top ?? max(0, rows.count - body.rows)).prefix(body.rows)
    for (row, text) in shown.enumerated() { canvas.put(text, in: body.line(row)) }
    var title = ListTitle(language.say(.log(of: process.printable)), 0, of: nil, filter, language)
    title.position = Canvas.position(shown.endIndex, of: rows.count, context)
    if filter.text.isEmpty { title.hint = language.say(.pickerPrompt) }
    if top == nil { title.state = StyledText("● ", .good) + StyledText(language.say("following"), .muted) }
    title.draw(on: &canvas, in: rect, isActive: isActive)
    guard rows.isEmpty else { return }
    let text: Phrase =
      lines == nil ? .loading : lines == [] ? Phrase("no log lines") : Phrase("No lines match “{text}”.", .text(filter.text.printable))
    Placeholder.draw([StyledText(language.say(text), .muted)], on: &canvas, in: body)
  }
}
