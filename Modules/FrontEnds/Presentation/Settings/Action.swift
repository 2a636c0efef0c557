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
  case search, filter
  /// Remove a search from the history; in a comparison, show only the rows that differ.
  case forget
  case sort, reverse, reload, copy
  case copyRecord = "copy-record"
  /// Open the record's page at its origin in a browser.
  case openOrigin = "open-origin"
  case crawl, mark
  case clearMarks = "clear-marks"
  /// Show the next of several shortest paths.
  case alternative
  case favourite, compare, path
  /// Show the active pane alone, or both again.
  case zoom
  case theme, language, units, mouse
  /// Open a random record; on the status page, restart a process.
  case random
  case palette, help, suspend, quit

  /// Returns the action for the tab at `index`; `nil` beyond the ninth.
  public init?(tab index: Int) { self.init(rawValue: "tab-\(index + 1)") }

  /// The tab index, from 0; `nil` if the action does not select a tab.
  public var tab: Int? { rawValue.hasPrefix("tab-") ? Int(rawValue.dropFirst(4)).map { $0 - 1 } : nil }

  /// The name in hints, help and palette, in one to three words.
  public var phrase: Phrase { tab.map { Phrase("tab {number}", .number($0 + 1)) } ?? Self.standard[self]?.name ?? "open" }

  /// The setting of its keys: `explorer.keys.sort`.
  public var setting: String { Self.settings + rawValue }

  /// What the setting of every action begins with.
  public static let settings = "\(Preference.section).keys."

  /// The standard keys, of which hints show the first one.
  var standardKeys: [String] { tab.map { ["\($0 + 1)"] } ?? Self.standard[self]?.keys ?? [] }

  /// The name and the standard keys of each action but those for tabs.
  private static let standard: [Action: (name: Phrase, keys: [String])] = [
    .up: ("up", ["up", "k"]), .down: ("down", ["down", "j"]), .left: ("left", ["left", "h"]), .right: ("right", ["right", "l"]),
    .pageUp: ("page up", ["page-up", "ctrl-b", "ctrl-u"]), .pageDown: ("page down", ["page-down", "ctrl-f", "ctrl-d"]),
    .first: ("first", ["g", "home"]), .last: ("last", ["G", "end"]),
    .open: ("open", ["enter"]), .cancel: ("close", ["esc"]),
    .back: ("back", ["[", "backspace", "alt-left"]), .forward: ("forward", ["]", "alt-right"]),
    .nextTab: ("next tab", ["tab"]), .previousTab: ("previous tab", ["shift-tab"]),
    .search: ("search", ["/"]), .filter: ("filter", ["f"]), .forget: ("remove search", ["d", "delete"]),
    .sort: ("sort", ["s"]), .reverse: ("reverse order", ["S"]), .reload: ("reload", ["r", "f5"]),
    .copy: ("copy", ["y"]), .copyRecord: ("copy as JSON", ["Y"]), .openOrigin: ("open in browser", ["o"]), .crawl: ("crawl", ["c"]),
    .mark: ("mark", ["space"]), .clearMarks: ("clear marks", ["M"]), .alternative: ("next path", ["n"]),
    .favourite: ("favourite", ["*"]), .compare: ("compare", ["="]), .path: ("path", ["p"]),
    .zoom: ("zoom", ["z"]), .theme: ("theme", ["t"]), .language: ("language", ["L"]), .units: ("units", ["u"]),
    .mouse: ("toggle mouse", ["m"]), .random: ("random record", ["R"]), .palette: ("commands", [":", "ctrl-p"]),
    .help: ("help", ["?", "f1"]), .suspend: ("suspend", ["ctrl-z"]), .quit: ("quit", ["q", "ctrl-c"]),
  ]
}
