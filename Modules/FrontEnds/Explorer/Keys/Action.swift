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
  case search
  case filter
  /// Remove a search from the history.
  case forget
  case sort
  case reverse
  case reload
  case copy
  case copyRecord = "copy-record"
  /// Open the record's page at its origin in a browser.
  case openOrigin = "open-origin"
  case crawl
  case mark
  case clearMarks = "clear-marks"
  /// Show the next of several shortest paths.
  case alternative
  /// Show only the rows of a comparison that differ.
  case differences
  case restart
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
  public var phrase: ActionPhrase { tab.map { .tab($0 + 1) } ?? Self.phrases[self] ?? .open }

  private static let phrases = Dictionary(uniqueKeysWithValues: standard.map { ($0.action, $0.phrase) })

  /// Each action besides those for tabs: its text and its standard keys, of which hints show the first one.
  static let standard: [(action: Action, phrase: ActionPhrase, keys: [String])] = [
    (.up, .up, ["up", "k"]),
    (.down, .down, ["down", "j"]),
    (.left, .left, ["left", "h"]),
    (.right, .right, ["right", "l"]),
    (.pageUp, .pageUp, ["page-up", "ctrl-b", "ctrl-u"]),
    (.pageDown, .pageDown, ["page-down", "ctrl-f", "ctrl-d"]),
    (.first, .first, ["g", "home"]),
    (.last, .last, ["G", "end"]),
    (.open, .open, ["enter"]),
    (.cancel, .cancel, ["esc"]),
    (.back, .back, ["[", "backspace", "alt-left"]),
    (.forward, .forward, ["]", "alt-right"]),
    (.nextTab, .nextTab, ["tab"]),
    (.previousTab, .previousTab, ["shift-tab"]),
    (.search, .search, ["/"]),
    (.filter, .filter, ["f"]),
    (.forget, .forget, ["d", "delete"]),
    (.sort, .sort, ["s"]),
    (.reverse, .reverse, ["S"]),
    (.reload, .reload, ["r", "f5"]),
    (.copy, .copy, ["y"]),
    (.copyRecord, .copyRecord, ["Y"]),
    (.openOrigin, .openOrigin, ["o"]),
    (.crawl, .crawl, ["c"]),
    (.mark, .mark, ["space"]),
    (.clearMarks, .clearMarks, ["M"]),
    (.favourite, .favourite, ["*"]),
    (.alternative, .alternative, ["n"]),
    // These two use the key of another action; see `KeyMap.borrowedKeys`.
    (.differences, .differences, []),
    (.restart, .restart, []),
    (.compare, .compare, ["="]),
    (.path, .path, ["p"]),
    (.zoom, .zoom, ["z"]),
    (.theme, .theme, ["t"]),
    (.language, .language, ["L"]),
    (.units, .units, ["u"]),
    (.mouse, .mouse, ["m"]),
    (.random, .random, ["R"]),
    (.palette, .palette, [":", "ctrl-p"]),
    (.help, .help, ["?", "f1"]),
    (.suspend, .suspend, ["ctrl-z"]),
    (.quit, .quit, ["q", "ctrl-c"]),
  ]
}
