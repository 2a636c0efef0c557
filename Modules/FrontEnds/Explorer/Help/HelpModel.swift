public import Models

/// The keys of the page beneath, and those that mean the same everywhere.
public struct HelpModel: PageModel {
  public let sections: [HelpSection]
  /// The first line in the window.
  public private(set) var top = 0

  public init(_ sections: [HelpSection]) { self.sections = sections }

  public var subject: Reference? { nil }

  public mutating func appear(_ work: inout Work) { scroll(0, &work) }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let layout = HelpLayout(sections, in: work.layout.body)
    switch action {
    case .up: scroll(-1, &work)
    case .down: scroll(1, &work)
    case .pageUp: scroll(-layout.panel.rows.rows, &work)
    case .pageDown: scroll(layout.panel.rows.rows, &work)
    case .first: scroll(-layout.lines, &work)
    case .last: scroll(layout.lines, &work)
    // The key that opened it closes it.
    case .help, .open: work.go(.dismiss)
    case .cancel, .back, .quit: return false
    default:
      // What it tells of can be done at once.
      guard action.tab != nil || sections.contains(where: { $0.actions.contains(action) }) else { return false }
      work.go(.action(action))
    }
    return true
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) {
    top = min(max(0, top + lines), HelpLayout(sections, in: work.layout.body).deepest)
  }
}
