import Localization
import Models
import Presentation
import Text

/// The bottom row: the keys of the current page, as many as fit, or the current toast. On narrow screens the connection state is at its
/// end.
enum Footer {
  static func draw(on canvas: inout Canvas, _ context: RenderContext) {
    let footer = context.layout.footer
    var room = footer.columns - 2
    if !context.layout.isWide {
      let state = state(within: room, context)
      if state.columns > 0 {
        ConnectionState.draw(state, on: &canvas, endingAt: footer.columns - 1, row: footer.row, context)
        room -= state.columns + 2
      }
    }
    if let toast = context.explorer.toast {
      let used = canvas.put(text(of: toast, context), column: 1, row: footer.row, width: room)
      if let help = toast.help { canvas.mark(Rect(column: 1, row: footer.row, columns: used, rows: 1), as: .action(help)) }
    } else {
      drawHints(on: &canvas, footer, room, context)
    }
  }

  private static func drawHints(on canvas: inout Canvas, _ footer: Rect, _ room: Int, _ context: RenderContext) {
    let hints = context.explorer.hints
    let last = always(context)
    var rest = room - width(of: last, context)
    var fitting: Set<Action> = []
    for action in needed(context) + hints where !fitting.contains(action) {
      guard let text = hint(action, context), text.columns + gap <= rest else { continue }
      fitting.insert(action)
      rest -= text.columns + gap
    }
    var column = 1
    for action in hints.filter(fitting.contains) + last {
      guard let text = hint(action, context) else { continue }
      let width = canvas.put(text, column: column, row: footer.row, width: footer.columns - column)
      canvas.mark(Rect(column: column, row: footer.row, columns: width, rows: 1), as: .action(action))
      column += width + gap
    }
  }

  private static func text(of toast: Toast, _ context: RenderContext) -> StyledText {
    let text = StyledText(toast.text, toast.role)
    guard let key = toast.help.flatMap({ hint($0, context) }) else { return text }
    return text + StyledText(String(repeating: " ", count: gap)) + key
  }

  private static let gap = 3
  /// The keys that are always shown. A panel has one of its own that leaves it.
  private static func always(_ context: RenderContext) -> [Action] { context.explorer.overlay == nil ? [.help, .quit] : [.help] }
  /// Number of hints of a page that have priority over the age of its records and the text of a working bus.
  private static let reservedHints = 3

  /// Returns the actions whose keys have priority over other keys: those that only this page or panel has, and the one that leaves it.
  private static func needed(_ context: RenderContext) -> [Action] {
    let hints = context.explorer.hints
    if hints.contains(.cancel) { return Array(hints.prefix(1)) + hints.dropFirst().filter { $0 == .cancel } }
    return context.explorer.isComparing ? hints.filter { $0 == .differences || $0 == .back } : []
  }

  /// Returns as much of the connection state as fits. A message, the first key of a panel and the key that leaves it, and the first keys of a
  /// page have priority over it. In a comparison, which shows the marked records, its own keys have priority over the number of marks, too.
  private static func state(within room: Int, _ context: RenderContext) -> StyledText {
    func left(_ needed: Int) -> Int { room - needed - 2 }
    if let toast = context.explorer.toast { return ConnectionState.text(context, within: left(text(of: toast, context).columns)) }
    let (hints, needed, last) = (context.explorer.hints, needed(context), always(context))
    if hints.contains(.cancel) { return ConnectionState.text(context, within: left(width(of: needed + last, context))) }
    let first: [Action] = Array(hints.prefix(reservedHints)) + last
    return ConnectionState.text(
      context, within: left(width(of: first, context)), atLeast: left(width(of: needed + last, context)),
      forFault: left(width(of: last, context)))
  }

  private static func width(of actions: [Action], _ context: RenderContext) -> Int {
    max(0, actions.compactMap { hint($0, context) }.reduce(-gap) { $0 + $1.columns + gap })
  }

  /// Returns a hint such as `s sort`; `nil` for an action without a key, and for one whose keys are text while the user types.
  private static func hint(_ action: Action, _ context: RenderContext) -> StyledText? {
    let key = context.explorer.isTyping ? context.keys.typingHint(for: action) : context.keys.hint(for: action)
    return key.map { StyledText($0, .key) + StyledText(" \(context.language.say(context.explorer.hintPhrase(of: action)))", .muted) }
  }
}

extension Explorer {
  /// The actions to show in the footer, most useful first. The footer shows as many as fit.
  var hints: [Action] {
    switch overlay {
    case .picker?: return [.open, .cancel]
    case .some: return [.cancel]
    case nil: break
    }
    var hints: [Action] =
      switch page {
      case .list:
        page.model.isTyping
          ? [.open, .cancel] : [.open, .search, .sort, .filter, .copy, .mark, .favourite, .compare, .path, .reload, .zoom]
      case .favourites:
        page.model.isTyping ? [.open, .cancel] : [.open, .favourite, .sort, .filter, .search, .copy, .mark, .compare, .path]
      case .search: page.model.isTyping ? [.open, .cancel] : [.open, .search, .copy, .mark, .favourite, .compare]
      case .record: [.open, .copy, .favourite, .compare, .path, .search, .reload, .openOrigin, .zoom]
      case .compare: [.open, .copy, .search]
      case .path: [.open, .alternative, .copy, .search]
      case .status(let status):
        // Most keys are for the selected process, so the first thing to do is to select one.
        status.selection(in: monitor) == nil && canOpen
          ? [.down, .sort, .search, .reload] : [.open, .restart, .sort, .search, .reload]
      case .log: page.model.isTyping ? [.open, .cancel] : [.filter, .copy, .last]
      case .picker, .crawl, .help: []
      }
    hints.insert(.crawl, at: 1)
    hints.insert(contentsOf: [.back, .forward], at: 1)
    if isComparing { hints.insert(.differences, at: 0) }
    // Marked records are there to be compared.
    if marked.count > 1, let compare = hints.firstIndex(of: .compare) {
      hints.remove(at: compare)
      hints.insert(.compare, at: 0)
    }
    return hints.filter(applies) + [.palette]
  }

  var isComparing: Bool { if overlay == nil, case .compare = page { true } else { false } }

  /// Returns the text of an action in the footer: its name or, on the status page, what it does there.
  func hintPhrase(of action: Action) -> ActionPhrase {
    guard overlay == nil, case .status = page else { return action.phrase }
    return switch action {
    case .down: .selectProcess
    case .open: .showLog
    default: action.phrase
    }
  }
}

extension Explorer {
  /// Whether the action has an effect on the open page at the moment. Hints leave out the actions that have none.
  func applies(_ action: Action) -> Bool {
    switch action {
    case .open: canOpen
    case .back: tab.canGoBack
    case .forward: tab.canGoForward
    case .copy: canCopy
    case .copyRecord: subject.flatMap { records[$0] } != nil
    case .crawl: subject.flatMap { records[$0]?.record.as(Film.self) } != nil
    case .compare:
      if case .compare(let comparison) = page {
        comparison.references.count < CompareModel.maxRecords
      } else {
        subject != nil || marked.count > 1
      }
    case .mark, .path, .openOrigin: subject != nil
    case .favourite: favourites != nil && subject != nil
    case .clearMarks: !marked.isEmpty
    case .sort, .reverse:
      switch page {
      case .list, .favourites: true
      case .status(let status): action == .sort ? status.canSort(monitor) : status.canReverse(monitor)
      default: false
      }
    case .filter:
      switch page {
      case .status, .record, .compare, .path: false
      default: true
      }
    case .zoom: layout.isWide && !page.coversBody
    case .restart: if case .status(let status) = page { status.selection(in: monitor) != nil } else { false }
    case .alternative: if case .path(let path) = page { path.hasAlternatives } else { false }
    case .differences: if case .compare = page { true } else { false }
    case .forget:
      switch page {
      case .search(let search): if case .search? = search.selected { true } else { false }
      default: false
      }
    default: true
    }
  }

  var canOpen: Bool {
    switch page {
    case .list(let list): list.isTyping || list.subject != nil || list.pages.problem != nil
    case .search(let search): search.isTyping || search.selected != nil || search.rows.isEmpty
    case .record(let record): record.canOpen(RecordWindow(record.reference, records, kinds, settings, layout))
    case .favourites(let favourites): favourites.isTyping || favourites.subject != nil
    case .path(let path): path.selected != nil || path.path.failure != nil
    case .status: monitor.snapshot?.processes.isEmpty == false
    case .log(let log): log.isTyping
    default: subject != nil
    }
  }

  private var canCopy: Bool {
    switch page {
    case .favourites: subject.map { records.name(of: $0) != nil } ?? false
    case .list, .record, .compare: subject.flatMap { records[$0] } != nil
    case .search(let search): search.selected != nil
    case .path(let path): path.selected != nil
    case .log(let log): !log.matching.isEmpty
    case .status, .picker, .crawl, .help: false
    }
  }
}
