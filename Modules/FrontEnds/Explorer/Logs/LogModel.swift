import Localization
import Models
import Presentation
import TerminalText

/// The log of a local process, which follows new lines while its end is on the screen.
struct LogModel: PageModel {
  let process: String
  /// The last lines, oldest first; `nil` until they arrive.
  private(set) var lines: [String]?
  /// The lines that contain every word of the filter. Case is ignored.
  private(set) var matching: [String] = []
  /// The first visible line of those that match; `nil` while the page follows the end.
  private(set) var top: Int?
  /// The filter text; `nil` shows all lines.
  private(set) var filter: TextField?
  private(set) var isTyping = false
  private var request: RequestID?

  /// Maximum number of lines that are shown.
  static let maxLines = 1_000
  static let pollInterval = Duration.seconds(1)

  init(_ process: String) { self.process = process }

  var subject: Reference? { nil }
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

  var words: [String] { (filter?.text ?? "").lowercased().split(separator: " ").map(String.init) }

  mutating func appear(_ context: inout UpdateContext) { poll(&context) }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) { if timer == .logDue { poll(&context) } }

  private mutating func poll(_ context: inout UpdateContext) {
    context.emit(.startTimer(.logDue, after: Self.pollInterval))
    guard request == nil else { return }
    request = context.send(.log(process, lines: Self.maxLines))
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard id == request else { return false }
    request = nil
    if case .log(let lines) = result, lines != self.lines { replaceLines(with: lines, context) }
    return true
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

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let height = Self.height(context.layout)
    switch action {
    case .up: scroll(-1, &context)
    case .down: scroll(1, &context)
    case .pageUp: scroll(1 - height, &context)
    case .pageDown: scroll(max(1, height - 1), &context)
    case .first: top = lastTop(matching, context.layout) > 0 ? 0 : nil
    case .last: top = nil
    case .filter, .search:
      filter = filter ?? TextField()
      isTyping = true
    case .open where isTyping:
      isTyping = false
      if filter?.text.isEmpty == true { filter = nil }
    case .cancel where filter != nil:
      filter = nil
      isTyping = false
      matching = matches(in: lines ?? [])
      clamp(context)
    case .reload: poll(&context)
    case .copy:
      context.emit(.copy(matching.map(\.printable).joined(separator: "\n")))
      context.toast = Toast(context.language.say(.copied(context.language.say(.log(of: process.printable)))), .good)
    default: return false
    }
    return true
  }

  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard isTyping, filter?.apply(edit) == true else { return }
    matching = matches(in: lines ?? [])
    top = nil
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
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
