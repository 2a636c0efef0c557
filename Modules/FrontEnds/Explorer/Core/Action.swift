public import Localization

/// A user action, bound to keys, clicks and palette entries. The raw value is its name in the configuration file.
public enum Action: String, Sendable, Hashable, CaseIterable {
  case up, down, left, right
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first, last
  /// Follow the selection, or accept the typed text.
  case open
  /// Close the overlay, leave the text field or clear the filter.
  case cancel
  case back, forward
  case nextTab = "next-tab"
  case previousTab = "previous-tab"
  case tab1 = "tab-1"
  case tab2 = "tab-2"
  case tab3 = "tab-3"
  case tab4 = "tab-4"
  case tab5 = "tab-5"
  case tab6 = "tab-6"
  case tab7 = "tab-7"
  case tab8 = "tab-8"
  case tab9 = "tab-9"
  /// Open the global search.
  case search
  /// Filter the current list.
  case filter
  /// Remove a search from the history.
  case forget
  case sort
  /// Reverse the sort order.
  case reverse
  case reload
  case copy
  case copyRecord = "copy-record"
  /// Open the record's page at its origin in a browser.
  case openOrigin = "open-origin"
  case crawl
  case mark
  /// Remove all marks.
  case clearMarks = "clear-marks"
  /// Show the next of several shortest paths.
  case alternative
  /// Show only the rows of a comparison that differ.
  case differences
  /// Restart the selected process.
  case restart
  /// Add the record to the favourites, or remove it.
  case favourite
  case compare
  case path
  /// Show the active pane alone, or both again.
  case zoom
  case theme
  case language
  case units
  case mouse
  case random
  case palette
  case help
  case suspend
  case quit

  /// The tab index, from 0; `nil` if the action does not select a tab.
  public var tab: Int? {
    guard rawValue.hasPrefix("tab-"), let number = Int(rawValue.dropFirst(4)) else { return nil }
    return number - 1
  }

  /// Returns by how many rows the action moves a selection or scrolls; `nil` for other actions. `page` is the number of rows of a page.
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

extension Action {
  /// The text for this action in hints, help and palette.
  public var phrase: ActionPhrase {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .first: .first
    case .last: .last
    case .open: .open
    case .cancel: .cancel
    case .back: .back
    case .forward: .forward
    case .nextTab: .nextTab
    case .previousTab: .previousTab
    case .tab1, .tab2, .tab3, .tab4, .tab5, .tab6, .tab7, .tab8, .tab9: .tab((tab ?? 0) + 1)
    case .search: .search
    case .filter: .filter
    case .forget: .forget
    case .sort: .sort
    case .reverse: .reverse
    case .reload: .reload
    case .copy: .copy
    case .copyRecord: .copyRecord
    case .openOrigin: .openOrigin
    case .crawl: .crawl
    case .mark: .mark
    case .clearMarks: .clearMarks
    case .favourite: .favourite
    case .alternative: .alternative
    case .differences: .differences
    case .restart: .restart
    case .compare: .compare
    case .path: .path
    case .zoom: .zoom
    case .theme: .theme
    case .language: .language
    case .units: .units
    case .mouse: .mouse
    case .random: .random
    case .palette: .palette
    case .help: .help
    case .suspend: .suspend
    case .quit: .quit
    }
  }
}
