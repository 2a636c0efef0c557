import Localization
import Models
import Presentation
import Text

/// The log of a local process, which follows new lines while its end is on the screen.
struct LogModel: Page {
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
  /// A longer line is not highlighted beyond this many letters.
  private static let maxMarkedLetters = 400

  init(_ process: String) { self.process = process }

  var isTyping: Bool { filter.isTyping }
  var place: PagePlace { .body }
  var actions: [Action] { [.filter, .copy, .last, .palette, .reload] }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    action == .filter ? true : action == .copy ? !matching.isEmpty : nil
  }

  func trailTitle(_ names: ReferenceWording) -> String { names.wording.language.say(.log(of: process)) }
  var isFollowing: Bool { top == nil }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared, .timerFired(.logDue): poll(&context)
    case .action(let action): return perform(action, &context)
    case .edit(let edit): if filter.apply(edit) { (matching, top) = (matches(in: lines ?? []), nil) }
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
    if request == nil { request = context.send(.log(process, lines: Self.maxLines)) }
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
      scroll(0, context)
    case .reload: poll(&context)
    case .copy: context.copy(matching.map(\.printable).joined(separator: "\n"), as: context.language.say(.log(of: process.printable)))
    default: return false
    }
    return true
  }

  private mutating func scroll(_ lines: Int, _ context: UpdateContext) {
    let last = lastTop(context.layout)
    let start = (top ?? last) + lines
    top = start >= last ? nil : max(0, start)
  }

  /// The lines on the screen stay where they are, unless the page follows the end.
  private mutating func replaceLines(with new: [String], _ context: UpdateContext) {
    if let top, let old = lines {
      // New lines are added at the end, and old ones fall out at the start.
      let fallenOut = old.indices.first { new.starts(with: old[$0...]) } ?? old.count
      self.top = max(0, top - matches(in: old.prefix(fallenOut)).count)
    }
    lines = new
    matching = matches(in: new)
    if !isFollowing { scroll(0, context) }
  }

  private var words: [String] { filter.text.lowercased().split(separator: " ").map(String.init) }

  private func matches(in lines: some Sequence<String>) -> [String] {
    let words = words
    guard !words.isEmpty else { return Array(lines) }
    return lines.filter { line in
      let folded = line.lowercased()
      return words.allSatisfy { folded.contains($0) }
    }
  }

  /// Returns the first line of the last screen. Long lines take several rows.
  private func lastTop(_ layout: ScreenLayout) -> Int {
    let height = Self.height(layout)
    var (first, used) = (matching.count, 0)
    while first > 0 {
      used += rows(of: matching[first - 1], highlighting: nil, columns: Self.textColumns(layout.body), limit: height).count
      guard used <= height else { break }
      first -= 1
    }
    // The last line is shown although it is longer than the screen.
    return min(first, max(0, matching.count - 1))
  }

  /// Returns the width of the lines, without a margin of one column on either side.
  private static func textColumns(_ rect: Rect) -> Int { max(1, rect.columns - 2) }

  /// Rows for lines, below the title.
  private static func height(_ layout: ScreenLayout) -> Int { max(1, layout.body.rows - 1) }
}

extension LogModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let (body, language) = (rect.droppingRows(1).inset(left: 1, right: 1), context.language)
    let word = words.max { $0.count < $1.count }
    var (row, number) = (0, top ?? lastTop(context.layout))
    while number < matching.count, row < body.rows {
      for text in rows(of: matching[number], highlighting: word, columns: body.columns, limit: body.rows - row) {
        canvas.put(text, in: body.line(row))
        row += 1
      }
      number += 1
    }
    var title = ListTitle(language.say(.log(of: process.printable)), 0, of: nil, filter, language)
    title.position = Canvas.position(number, of: matching.count, context)
    if filter.text.isEmpty { title.hint = language.say(.pickerPrompt) }
    if isFollowing { title.state = StyledText("● ", .good) + StyledText(language.say("following"), .muted) }
    title.draw(on: &canvas, in: rect, isActive: isActive)
    guard matching.isEmpty else { return }
    let text: Phrase =
      lines == nil ? .loading : lines == [] ? Phrase("no log lines") : Phrase("No lines match “{text}”.", .text(filter.text.printable))
    Placeholder.draw([StyledText(language.say(text), .muted)], on: &canvas, in: body)
  }

  /// Returns the rows of a line, at most `limit`: the time is dimmed, the level coloured, and `word` highlighted.
  private func rows(of line: String, highlighting word: String?, columns: Int, limit: Int) -> [StyledText] {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].hasSuffix("Z"), parts[0].utf8.count == 24 else {
      return Self.marked(line, .text, word).folded(to: columns, indent: 2, limit: limit)
    }
    let roles: [String: Role] = ["error": .bad, "critical": .bad, "warning": .caution, "debug": .muted, "trace": .muted]
    let role = roles[parts[1]] ?? .text
    // The date is the same in most lines.
    let time = StyledText(String(parts[0].dropFirst(11).dropLast(1)) + " ", .muted)
    let level = Self.marked(parts[1].padded(to: 7) + " ", role == .text ? .muted : role, word)
    return (time + level + Self.marked(parts[2], role, word)).folded(to: columns, indent: 2, limit: limit)
  }

  private static func marked(_ text: String, _ role: Role, _ word: String?) -> StyledText {
    let folded = text.lowercased().prefix(maxMarkedLetters)
    guard let word, let found = folded.firstRange(of: word) else { return StyledText(text, role) }
    let start = folded.distance(from: folded.startIndex, to: found.lowerBound)
    return .marked(text, role, at: [start..<start + word.count])
  }
}
