import Localization
import Models
import Presentation
import TerminalText

/// The row over a list: `People  82  by name ▲`, and while it is narrowed `People  3 of 82  / sky`.
struct ListTitle {
  private let model: ListModel
  private let scene: Scene

  init(_ model: ListModel, _ scene: Scene) {
    self.model = model
    self.scene = scene
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool) {
    guard rect.rows > 0 else { return }
    let end = rect.column + rect.columns - 1
    var column = rect.column + 1
    let state = state
    var room = end
    if !state.spans.isEmpty, rect.columns >= 40 {
      room = end - state.columns
      canvas.put(state, column: room, row: rect.row, width: state.columns)
    }
    func put(_ text: StyledText, gap: Int = 2) {
      guard column < room else { return }
      column += canvas.put(text, column: column, row: rect.row, width: room - column) + gap
    }
    put(StyledText(name, .title))
    if let count { put(StyledText(count, .muted)) }
    guard let filter = model.filter else {
      if model.pages.hasAnswer { put(order) }
      return
    }
    put(StyledText("/", .key), gap: 1)
    let before = String(filter.text.prefix(filter.cursor)).columns
    // What is typed last stays in view.
    let shown = max(1, room - column - 1)
    let text = before > shown ? String(filter.text.suffix(max(0, filter.text.count - (filter.cursor - shown)))) : filter.text
    canvas.put(text.printable, .match, column: column, row: rect.row, width: shown)
    if model.isTyping, isActive { canvas.showCursor(column: column + min(before, shown), row: rect.row) }
  }

  private var name: String {
    scene.language.title(of: model.kind) ?? scene.explorer.kinds[model.kind]?.title ?? model.kind.text.printable
  }

  /// `82`, or `50 of 82` while some are not there or held back.
  private var count: String? {
    guard let all = model.pages.count else { return nil }
    let here = model.rows.count
    return here == all ? scene.language.figures.integer(all) : scene.language.say(.part(here, of: all))
  }

  private var order: StyledText {
    let kind = scene.explorer.kinds[model.kind]
    let key = model.order.field(of: kind)
    let label = kind?.fields.first { $0.key == key }.map { scene.explorer.look.wording.label(of: $0, in: model.kind) } ?? key
    return StyledText(scene.language.say(.ordered(by: label)) + (model.order.isDescending ? " ▼" : " ▲"), .muted)
  }

  private var state: StyledText {
    if model.pages.isReloading { return StyledText(scene.language.say(.reloading), .muted) }
    if model.pages.isLoading, model.pages.hasAnswer { return StyledText(scene.language.say(RecordPhrase.loading), .muted) }
    return model.pages.isStale ? StyledText(scene.language.say(RecordPhrase.stale), .caution) : StyledText()
  }
}
