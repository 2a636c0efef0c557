import Localization
import Models
import Presentation
import TerminalText

/// The title row of a list: `People  82  by name ▲`, or with a filter `People  3 of 82  / sky`.
struct ListTitle {
  /// Width for a typed text, such as the filter, that the position leaves.
  static let leastFilterWidth = 20

  private let model: ListModel
  private let context: RenderContext

  init(_ model: ListModel, _ context: RenderContext) {
    self.model = model
    self.context = context
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool) {
    guard rect.rows > 0 else { return }
    var column = rect.column + 1
    var room = rect.column + rect.columns - 1
    if rect.columns >= 40 { canvas.putAtEnd(state, after: column, before: &room, row: rect.row) }
    func put(_ text: StyledText, gap: Int = Canvas.titleGap) {
      guard column < room else { return }
      column += canvas.put(text, column: column, row: rect.row, width: room - column) + gap
    }
    put(StyledText(name, .title))
    if let count { put(StyledText(count, .muted)) }
    let position = StyledText(Canvas.position(of: model.scroller, model.rows.count, context), .muted)
    guard let filter = model.filter else {
      if model.pages.hasResult { put(order) }
      return canvas.putAtEnd(position, after: column, before: &room, row: rect.row)
    }
    if !model.isTyping { canvas.putAtEnd(position, after: column + Self.leastFilterWidth, before: &room, row: rect.row) }
    put(StyledText("/", .key), gap: 1)
    // The end of the text stays visible while the user types.
    let width = max(1, room - column - 1)
    var text = filter.text.printable[...]
    var cursor = String(text.prefix(filter.cursor)).columns
    while cursor > width, let first = text.first {
      cursor -= first.columns
      text.removeFirst()
    }
    let used = canvas.put(String(text), .match, column: column, row: rect.row, width: width)
    if model.isTyping, let hint { canvas.put(hint, .muted, column: column + used, row: rect.row, width: max(0, room - column - used)) }
    if model.isTyping, isActive { canvas.showCursor(column: column + cursor, row: rect.row) }
  }

  /// What can be typed: a name or a condition, or a value behind the comparison of a condition.
  private var hint: String? {
    guard let text = model.filter?.text, !text.isEmpty else { return context.language.say(.filterPrompt) }
    return RecordFilter.example(after: text, context.explorer.kinds[model.kind], context.explorer.settings.wording)
  }

  private var name: String {
    context.language.title(of: model.kind) ?? context.explorer.kinds[model.kind]?.title ?? model.kind.text.printable
  }

  /// The number of records: `82`, or `50 of 82` if some are not loaded or filtered out.
  private var count: String? {
    guard let total = model.pages.count else { return nil }
    let visible = model.rows.count
    return visible == total ? context.language.figures.integer(total) : context.language.say(.part(visible, of: total))
  }

  private var order: StyledText {
    let kind = context.explorer.kinds[model.kind]
    let key = model.order.sortKey(of: kind)
    let label = kind?.fields.first { $0.key == key }.map { context.explorer.settings.wording.label(of: $0, in: model.kind) } ?? key
    return StyledText(context.language.say(.ordered(by: label)) + (model.order.isDescending ? " ▼" : " ▲"), .muted)
  }

  private var state: StyledText {
    if model.pages.isReloading { return StyledText(context.language.say(.reloading), .muted) }
    if model.pages.isLoading, model.pages.hasResult { return StyledText(context.language.say(RecordPhrase.loading), .muted) }
    return model.pages.isStale ? StyledText(context.language.say(RecordPhrase.stale), .caution) : StyledText()
  }
}
