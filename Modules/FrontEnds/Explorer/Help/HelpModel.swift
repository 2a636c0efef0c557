import Models

/// The keys of the page below, and the global keys.
struct HelpModel: PageModel {
  let sections: [HelpSection]
  /// The first visible line.
  private(set) var top = 0

  init(_ sections: [HelpSection]) { self.sections = sections }

  var subject: Reference? { nil }

  mutating func appear(_ context: inout UpdateContext) { scroll(0, &context) }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let layout = HelpLayout(sections, in: context.layout.body)
    switch action {
    case .up: scroll(-1, &context)
    case .down: scroll(1, &context)
    case .pageUp: scroll(-layout.panel.rows.rows, &context)
    case .pageDown: scroll(layout.panel.rows.rows, &context)
    case .first: scroll(-layout.lines, &context)
    case .last: scroll(layout.lines, &context)
    // The key that opened the help closes it.
    case .help, .open: context.navigate(to: .dismiss)
    case .cancel, .back, .quit: return false
    default:
      // Every action in the help can be performed at once.
      guard action.tab != nil || sections.contains(where: { $0.actions.contains(action) }) else { return false }
      context.navigate(to: .action(action))
    }
    return true
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    top = min(max(0, top + lines), HelpLayout(sections, in: context.layout.body).maxTop)
  }
}
