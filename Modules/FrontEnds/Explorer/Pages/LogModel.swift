import Localization
import Models
import Presentation
import Text

/// The log of a local process, which follows new lines while its end is on the screen.
struct LogModel: PageModel {
  let process: String
  /// The last lines, oldest first; `nil` until they arrive.
  private(set) var lines: [String]?
  /// The lines that contain every word of the filter. Case is ignored.
  private(set) var matching: [String] = []
  /// The first visible line of those that match; `nil` while the page follows the end.
  private(set) var top: Int?
  private(set) var filter = FilterField()
  private var request: RequestID?

  /// Maximum number of lines that are shown.
  static let maxLines = 1_000
  static let pollInterval = Duration.seconds(1)

  init(_ process: String) { self.process = process }

  var isTyping: Bool { filter.isTyping }
  var isFollowing: Bool { top == nil }

  private func matches(in lines: some Sequence<String>) -> [String] {
    let words = words
    return words.isEmpty
      ? Array(lines)
      : lines.filter { line in
        let folded = line.lowercased()
        return words.allSatisfy { folded.contains($0) }
      }
  }

  var words: [String] { filter.text.lowercased().split(separator: " ").map(String.init) }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared, .timerFired(.logDue): poll(&context)
    case .action(let action): return perform(action, &context)
    case .edit(let edit):
      guard filter.apply(edit) else { break }
      matching = matches(in: lines ?? [])
      top = nil
    case .result(let result, let id):
      guard id == request else { return false }
      request = nil
      if case .log(let lines) = result, lines != self.lines { replaceLines(with: lines, context) }
    case .scroll(let lines): scroll(lines, context)
    default: return false
    }
    return true
  }

  private mutating func poll(_ context: inout UpdateContext) {
    context.emit(.startTimer(.logDue, after: Self.pollInterval))
    guard request == nil else { return }
    request = context.send(.log(process, lines: Self.maxLines))
  }

  /// The lines on the screen stay where they are, unless the page follows the end.
  private mutating func replaceLines(with lines: [String], _ context: UpdateContext) {
    if let top, let old = self.lines {
      self.top = max(0, top - matches(in: old.prefix(Self.fallenOut(of: old, before: lines))).count)
    }
    self.lines = lines
    matching = matches(in: lines)
    clamp(context)
  }

  /// Returns the number of lines at the start of `old` that are no longer in `new`, which has further lines at its end.
  private static func fallenOut(of old: [String], before new: [String]) -> Int {
    old.indices.first { new.starts(with: old[$0...]) } ?? old.count
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let lines = action.movement(page: Self.height(context.layout) - 1) {
      scroll(lines, context)
      return true
    }
    switch action {
    case .filter, .search: filter.focus()
    case .open: return filter.accept()
    case .cancel:
      guard filter.clear() else { return false }
      matching = matches(in: lines ?? [])
      clamp(context)
    case .reload: poll(&context)
    case .copy: context.copy(matching.map(\.printable).joined(separator: "\n"), as: context.language.say(.log(of: process.printable)))
    default: return false
    }
    return true
  }

  private mutating func scroll(_ lines: Int, _ context: UpdateContext) {
    let last = lastTop(matching, context.layout)
    let start = (top ?? last) + lines
    top = start >= last ? nil : max(0, start)
  }

  private mutating func clamp(_ context: UpdateContext) {
    if let top, top >= lastTop(matching, context.layout) { self.top = nil }
  }

  /// Returns the first line of the last screen. Long lines take several rows.
  func lastTop(_ lines: [String], _ layout: ScreenLayout) -> Int {
    let (width, height) = (Self.textColumns(layout.body), Self.height(layout))
    var (first, rows) = (lines.count, 0)
    while first > 0 {
      rows += LogLine.rows(of: lines[first - 1], highlighting: [], columns: width, limit: height).count
      guard rows <= height else { break }
      first -= 1
    }
    // The last line is shown although it is longer than the screen.
    return min(first, max(0, lines.count - 1))
  }

  /// Returns the width of the lines, without a margin of one column on either side.
  static func textColumns(_ rect: Rect) -> Int { max(1, rect.columns - 2) }

  /// Rows for lines, below the title.
  static func height(_ layout: ScreenLayout) -> Int { max(1, layout.body.rows - 1) }
}

extension LogModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    let body = rect.droppingRows(1)
    let last = drawLines(on: &canvas, in: body, context)
    drawTitle(on: &canvas, in: rect, position: Canvas.position(last, of: matching.count, context), isActive: isActive, context)
    if matching.isEmpty { drawNothing(on: &canvas, in: body, context) }
  }

  /// Draws as many lines as fit and returns the number of the last one, counted from 1.
  private func drawLines(on canvas: inout Canvas, in body: Rect, _ context: RenderContext) -> Int {
    let width = Self.textColumns(body)
    var row = body.row
    let end = body.row + body.rows
    var number = top ?? lastTop(matching, context.layout)
    for line in matching.dropFirst(number) where row < end {
      for text in LogLine.rows(of: line, highlighting: words, columns: width, limit: end - row) {
        canvas.put(text, column: body.column + 1, row: row, width: width)
        row += 1
      }
      number += 1
    }
    return number
  }

  /// Draws the title, the filter, and at the end whether the page follows the log, and the last line on the screen.
  private func drawTitle(on canvas: inout Canvas, in rect: Rect, position: String, isActive: Bool, _ context: RenderContext) {
    let title = context.language.say(.log(of: process.printable))
    let state = isFollowing ? StyledText("● ", .good) + StyledText(context.language.say(.following), .muted) : StyledText()
    var column = rect.column + 1
    var end = rect.column + rect.columns - 1
    let fixed = title.columns + 2 + (state.columns == 0 ? 0 : state.columns + 2) + (filter.field == nil ? 0 : ListTitle.leastFilterWidth)
    canvas.putAtEnd(StyledText(position, .muted), after: column + fixed, before: &end, row: rect.row)
    end -= state.columns
    canvas.put(state, column: end, row: rect.row, width: state.columns)
    column += canvas.put(title, .title, column: column, row: rect.row, width: max(0, end - column - 1)) + 2
    guard let field = filter.field, column + 4 < end else { return }
    column += canvas.put("/", .key, column: column, row: rect.row, width: 1) + 1
    canvas.put(
      field, prompt: context.language.say(.pickerPrompt), column: column, row: rect.row, width: end - column - 1,
      isActive: isActive && isTyping)
  }

  private func drawNothing(on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    let text =
      lines == nil
      ? context.language.say(RecordPhrase.loading)
      : lines?.isEmpty == true ? context.language.say(.noLog) : context.language.say(.noMatchingLines(filter.text.printable))
    Placeholder.draw(
      [StyledText(text, .muted)], on: &canvas, in: Rect(column: rect.column + 1, row: rect.row, columns: rect.columns - 2, rows: rect.rows))
  }
}

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
