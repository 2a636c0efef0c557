import Localization
import Models
import Presentation

extension Explorer {
  private static let navigation: [Action] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .back, .forward, .nextTab, .previousTab,
  ]
  private static let everywhere: [Action] = [
    .search, .palette, .random, .zoom, .theme, .language, .units, .mouse, .help, .cancel, .suspend, .quit,
  ]

  /// Returns the actions in the help.
  func helpSections(_ records: RecordStore) -> [HelpSection] {
    // On some pages, a key does something else.
    let everywhere = Self.everywhere.filter { phrase(of: $0) == $0.phrase }
    let rest: [Action] = page.actions.contains(.mark) ? [.clearMarks, .copyRecord, .openOrigin].filter { !page.actions.contains($0) } : []
    var own = (page.actions + rest).filter { !(everywhere + Self.navigation).contains($0) && ($0 != .favourite || favourites != nil) }
    if let subject, subject.kind == .films, records[subject] != nil { own.append(.crawl) }
    return [
      HelpSection(heading: Phrase("On this page"), actions: own),
      HelpSection(heading: .navigation, actions: Self.navigation, tabs: tabs.count),
      HelpSection(heading: .everywhere, actions: everywhere),
    ]
  }

  /// The actions in the footer, most useful first.
  var hints: [Action] {
    if let overlay { return overlay.actions }
    var hints = page.isTyping ? [.open, .cancel] : Array(page.actions.prefix { $0 != .palette })
    // Most keys of the status page are for the selected process, so the first thing to do is to select one.
    if page.phrase(of: .down) != nil, applies(.open), !applies(.random) { hints[0] = .down }
    hints.insert(contentsOf: [.back, .forward, .crawl], at: isComparing ? 2 : 1)
    // Marked records are there to be compared.
    if marked.count > 1, let compare = hints.firstIndex(of: .compare) { hints.insert(hints.remove(at: compare), at: 0) }
    return hints.filter(applies) + [.palette]
  }

  /// Whether the open page is a comparison, whose first action hides equal rows.
  var isComparing: Bool { overlay == nil && page.actions.first == .forget }

  func phrase(of action: Action) -> Phrase { page.phrase(of: action) ?? action.phrase }

  /// Whether the action has an effect on the open page at the moment.
  func applies(_ action: Action) -> Bool {
    if let applies = page.applies(action, in: self) { return applies }
    return switch action {
    case .open: page.isTyping || subject != nil
    case .back: tab.canGoBack
    case .forward: tab.canGoForward
    case .copy, .copyRecord: subject.flatMap { records[$0] } != nil
    case .crawl: subject.map { $0.kind == .films && records[$0] != nil } ?? false
    case .compare: subject != nil || marked.count > 1
    case .mark, .path, .openOrigin: subject != nil
    case .favourite: favourites != nil && subject != nil
    case .clearMarks: !marked.isEmpty
    case .zoom: layout.isWide && !page.coversBody
    case .sort, .reverse, .filter, .alternative, .forget: false
    default: true
    }
  }
}

extension Action {
  /// Returns by how many rows the action moves or scrolls; `nil` for other actions.
  func movement(page: Int) -> Int? {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, page)
    case .pageDown: max(1, page)
    case .first: .min / 2
    case .last: .max / 2
    default: nil
    }
  }
}

extension KeyMap {
  /// Returns the key of an action as hints show it: `⏎`; while the user types, one that is no text: `ctrl-p`, not `:`.
  func hint(for action: Action, isTyping: Bool = false) -> String? {
    strokes(for: action).first { !isTyping || TextKeys.edit($0) == nil }?.symbol
  }
}
