import Models

/// A group of actions in the help.
struct HelpSection: Sendable, Hashable {
  enum Heading: Sendable, Hashable {
    case onThisPage, gettingAround, everywhere
  }

  let heading: Heading
  let actions: [Action]
  /// Number of tabs whose keys are listed, in one entry below the actions.
  var tabs = 0

  /// Returns the sections for a page. `subject` is the record that actions apply to, if it is loaded. `tabs` is the number of tabs.
  static func all(of page: Page, subject: Record?, tabs: Int, hasFavourites: Bool = false) -> [HelpSection] {
    var pageActions = page.actions.filter { $0 != .favourite || hasFavourites }
    if subject?.as(Film.self) != nil { pageActions.append(.crawl) }
    return [
      HelpSection(heading: .onThisPage, actions: pageActions),
      HelpSection(
        heading: .gettingAround,
        actions: [.up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .back, .forward, .nextTab, .previousTab],
        tabs: tabs),
      HelpSection(
        heading: .everywhere,
        actions: [.search, .palette, .random, .zoom, .theme, .language, .units, .mouse, .help, .cancel, .suspend, .quit]),
    ]
  }
}

extension Page {
  /// The actions of the page itself.
  fileprivate var actions: [Action] {
    let onRecord: [Action] = [.mark, .clearMarks, .favourite, .compare, .path, .copy, .copyRecord, .openOrigin]
    return switch self {
    case .list, .favourites: [.open, .filter, .sort, .reverse, .reload] + onRecord
    case .search: [.open, .forget, .reload] + onRecord
    case .record: [.open, .reload] + onRecord
    case .path: [.open, .alternative, .reload] + onRecord
    case .compare: [.open, .differences, .reload] + onRecord
    case .status: [.open, .restart, .sort, .reverse, .reload]
    case .log: [.filter, .copy, .reload]
    }
  }
}
