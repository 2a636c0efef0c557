import Localization
import Models
import Presentation

/// The actions of a page: which of them the footer, the help and the palette show, and what they are called there.
extension Page {
  /// The actions with a meaning on the page, the most useful ones first. The footer shows as many as fit, up to the palette; the help shows all.
  fileprivate var actions: [Action] {
    let rest: [Action] = [.clearMarks, .copyRecord, .openOrigin]
    return switch self {
    case .list: [.open, .search, .sort, .filter, .copy, .mark, .favourite, .compare, .path, .reload, .zoom, .palette, .reverse] + rest
    case .favourites: [.open, .favourite, .sort, .filter, .search, .copy, .mark, .compare, .path, .palette, .reverse, .reload] + rest
    case .search: [.open, .search, .copy, .mark, .favourite, .compare, .palette, .path, .forget, .reload] + rest
    case .record: [.open, .copy, .favourite, .compare, .path, .search, .reload, .openOrigin, .zoom, .palette, .mark] + rest.dropLast()
    case .compare: [.forget, .open, .copy, .search, .palette, .reload, .mark, .favourite, .compare, .path] + rest
    case .path: [.open, .alternative, .copy, .search, .palette, .reload, .mark, .favourite, .compare, .path] + rest
    case .status: [.open, .random, .search, .reload, .palette]
    case .log: [.filter, .copy, .last, .palette, .reload]
    case .picker, .crawl, .help: []
    }
  }
}

extension Explorer {
  private static let navigation: [Action] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .back, .forward, .nextTab, .previousTab,
  ]
  private static let everywhere: [Action] = [
    .search, .palette, .random, .zoom, .theme, .language, .units, .mouse, .help, .cancel, .suspend, .quit,
  ]

  /// Returns the actions in the help: those of the open page, those that move, and those that work everywhere.
  func helpSections(_ records: RecordStore) -> [HelpSection] {
    // On some pages, a key does something else.
    let everywhere = Self.everywhere.filter { phrase(of: $0) == $0.phrase }
    var own = page.actions.filter { !(everywhere + Self.navigation).contains($0) && ($0 != .favourite || favourites != nil) }
    if let subject, subject.kind == .films, records[subject] != nil { own.append(.crawl) }
    return [
      HelpSection(heading: .onThisPage, actions: own), HelpSection(heading: .navigation, actions: Self.navigation, tabs: tabs.count),
      HelpSection(heading: .everywhere, actions: everywhere),
    ]
  }

  /// The actions to show in the footer, most useful first. The footer shows as many as fit.
  var hints: [Action] {
    if let overlay { return if case .picker = overlay { [.open, .cancel] } else { [.cancel] } }
    var hints = page.model.isTyping ? [.open, .cancel] : Array(page.actions.prefix { $0 != .palette })
    // Most keys are for the selected process, so the first thing to do is to select one.
    if case .status(let status) = page, status.selection(in: monitor) == nil, canOpen { hints[0] = .down }
    hints.insert(contentsOf: [.back, .forward, .crawl], at: isComparing ? 2 : 1)
    // Marked records are there to be compared.
    if marked.count > 1, let compare = hints.firstIndex(of: .compare) { hints.insert(hints.remove(at: compare), at: 0) }
    return hints.filter(applies) + [.palette]
  }

  var isComparing: Bool { if overlay == nil, case .compare = page { true } else { false } }

  /// Returns the name of an action on the open page.
  func phrase(of action: Action) -> Phrase {
    switch (page, action) {
    case (.status, .down): "select"
    case (.status, .open): "log"
    case (.status, .random): "restart"
    case (.compare, .forget): "only differences"
    default: action.phrase
    }
  }

  /// Whether the action has an effect on the open page at the moment. Hints leave out the actions that have none.
  func applies(_ action: Action) -> Bool {
    switch action {
    case .open: canOpen
    case .back: tab.canGoBack
    case .forward: tab.canGoForward
    case .copy: canCopy
    case .copyRecord: subject.flatMap { records[$0] } != nil
    case .crawl: subject.map { $0.kind == .films && records[$0] != nil } ?? false
    case .compare:
      if case .compare(let comparison) = page {
        comparison.references.count < CompareModel.maxRecords
      } else {
        subject != nil || marked.count > 1
      }
    case .mark, .path, .openOrigin: subject != nil
    case .favourite: favourites != nil && subject != nil
    case .clearMarks: !marked.isEmpty
    case .sort, .reverse, .filter:
      switch page {
      case .list, .favourites: true
      case .search, .log: action == .filter
      default: false
      }
    case .zoom: layout.isWide && !page.coversBody
    case .random: if case .status(let status) = page { status.selection(in: monitor) != nil } else { true }
    case .alternative: if case .path(let path) = page { path.hasAlternatives } else { false }
    case .forget:
      switch page {
      case .compare: true
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
    case .record(let record): record.canOpen(self)
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
