import Localization
import Models
import Presentation
import Text

/// The bottom row: the keys of the current page or the toast and, on narrow screens, the connection state.
struct Footer {
  private let context: RenderContext
  private var explorer: Explorer { context.explorer }

  private static let gap = 3
  /// Number of hints that have priority over the connection state.
  private static let reservedHints = 3

  init(_ context: RenderContext) { self.context = context }

  func draw(on canvas: inout Canvas) {
    let footer = context.layout.footer
    var room = footer.columns - 2
    if !context.layout.isWide, case let state = state(within: room), state.columns > 0 {
      ConnectionState.draw(state, on: &canvas, endingAt: footer.columns - 1, row: footer.row, context)
      room -= state.columns + 2
    }
    guard let toast = explorer.toast else { return drawHints(on: &canvas, room) }
    let used = canvas.put(text(of: toast), column: 1, row: footer.row, width: room)
    if let help = toast.help { canvas.mark(Rect(column: 1, row: footer.row, columns: used, rows: 1), as: .action(help)) }
  }

  private func drawHints(on canvas: inout Canvas, _ room: Int) {
    let (footer, hints) = (context.layout.footer, explorer.hints)
    var rest = room - width(of: always)
    var fitting: Set<Action> = []
    for action in needed + hints where !fitting.contains(action) {
      guard let text = hint(action), text.columns + Self.gap <= rest else { continue }
      fitting.insert(action)
      rest -= text.columns + Self.gap
    }
    var column = 1
    for action in hints.filter(fitting.contains) + always {
      guard let text = hint(action) else { continue }
      let width = canvas.put(text, column: column, row: footer.row, width: footer.columns - column)
      canvas.mark(Rect(column: column, row: footer.row, columns: width, rows: 1), as: .action(action))
      column += width + Self.gap
    }
  }

  private func text(of toast: Toast) -> StyledText {
    let text = StyledText(toast.text, toast.role)
    guard let key = toast.help.flatMap(hint) else { return text }
    return text + StyledText(String(repeating: " ", count: Self.gap)) + key
  }

  /// The keys that are always shown.
  private var always: [Action] { explorer.overlay == nil ? [.help, .quit] : [.help] }

  /// The keys that have priority over others: those that only this page or panel has, and the one that leaves it.
  private var needed: [Action] {
    let hints = explorer.hints
    if hints.contains(.cancel) { return hints[0] == .cancel ? [.cancel] : [hints[0], .cancel] }
    return explorer.isComparing ? hints.filter { $0 == .forget || $0 == .back } : []
  }

  /// Returns as much of the connection state as fits. A message and the first keys of a page or panel have priority over it; in a comparison,
  /// also over the number of marks.
  private func state(within room: Int) -> StyledText {
    func left(_ used: Int) -> Int { room - used - 2 }
    if let toast = explorer.toast { return ConnectionState.text(context, within: left(text(of: toast).columns)) }
    let least = left(width(of: needed + always))
    if explorer.hints.contains(.cancel) { return ConnectionState.text(context, within: least) }
    let first = Array(explorer.hints.prefix(Self.reservedHints)) + always
    return ConnectionState.text(context, within: left(width(of: first)), atLeast: least, forFault: left(width(of: always)))
  }

  private func width(of actions: [Action]) -> Int {
    max(0, actions.compactMap(hint).reduce(-Self.gap) { $0 + $1.columns + Self.gap })
  }

  /// Returns a hint such as `s sort`; `nil` for an action without a key at the moment.
  private func hint(_ action: Action) -> StyledText? {
    let phrase = explorer.overlay == nil ? explorer.phrase(of: action) : action.phrase
    return context.keys.hint(for: action, isTyping: explorer.isTyping).map { key in
      StyledText(key, .key) + StyledText(" \(context.language.say(phrase))", .muted)
    }
  }
}
