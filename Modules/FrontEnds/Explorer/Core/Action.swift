/// What a person can ask for with a key, a click or the palette. The raw value names it in the configuration file.
public enum Action: String, Sendable, Hashable, CaseIterable {
  case up, down, left, right
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first, last
  /// Follow what is selected; accept what was typed.
  case open
  /// Leave an overlay, a field of text or a filter.
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
  /// Search everything.
  case search
  /// Narrow the list that is shown.
  case filter
  /// Take a search out of the history.
  case forget
  case sort
  /// The other direction.
  case reverse
  case reload
  case copy
  case copyRecord = "copy-record"
  /// The record where its origin keeps it.
  case openOrigin = "open-origin"
  case crawl
  case mark
  case compare
  case path
  case theme
  case language
  case units
  case mouse
  case random
  case palette
  case help
  case suspend
  case quit

  /// 0 for the first tab; `nil` when it is no tab's action.
  public var tab: Int? {
    guard rawValue.hasPrefix("tab-"), let number = Int(rawValue.dropFirst(4)) else { return nil }
    return number - 1
  }
}
