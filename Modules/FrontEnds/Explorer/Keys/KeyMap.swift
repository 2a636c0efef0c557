public import MessageBus
public import Presentation
import Text

/// The key bindings. A key has one action; an action may have several keys or none.
public struct KeyMap: Sendable {
  private let strokes: [Action: [KeyStroke]]
  private let actions: [KeyStroke: Action]
  /// The actions that use the key of another one, because no override gives them keys or takes them away.
  private let borrows: Set<Action>
  /// The standard keys that overrides have taken from other actions; `nil` if there are none.
  public let takenKeys: SettingNotice?

  public static let standard = KeyMap(strokes: standardTable)

  private static var standardTable: [Action: [KeyStroke]] {
    standardStrokes.reduce(into: [:]) { $0[$1.0] = $1.1.compactMap { KeyStroke($0) } }
  }

  private init(strokes: [Action: [KeyStroke]], overridden: Set<Action> = [], takenKeys: SettingNotice? = nil) {
    self.strokes = strokes
    borrows = Set(Self.borrowedKeys.keys).subtracting(overridden)
    self.takenKeys = takenKeys
    actions = strokes.reduce(into: [:]) { actions, pair in
      for stroke in pair.value { actions[stroke] = pair.key }
    }
  }

  /// The standard bindings with `overrides` applied: `[.sort: ["S", "ctrl-s"]]`. An override replaces all keys of its action and takes its
  /// keys from other actions; using one key for two actions is an error. Ctrl-C always quits, unless an override binds it to another action.
  /// `source` names the origin of the overrides in error messages.
  ///
  /// Throws a problem of status 400 that names the action, the key and the mistake.
  public init(overriding overrides: [Action: [String]], source: SettingSource = .named("keys")) throws(Problem) {
    var table = Self.standardTable
    var owners: [KeyStroke: Action] = [:]
    for (action, keys) in overrides.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      table[action] = try keys.map { key throws(Problem) in
        guard let stroke = KeyStroke(key) else {
          throw .invalidSetting(SettingMistake(.notKey, source, value: key.printable, words: [action.rawValue]))
        }
        if let alias = stroke.alias {
          throw .invalidSetting(SettingMistake(.unsentKey, source, value: "\(stroke)", words: [action.rawValue, "\(alias)"]))
        }
        if let other = owners[stroke], other != action {
          throw .invalidSetting(SettingMistake(.sharedKey, source, value: "\(stroke)", words: [other.rawValue, action.rawValue]))
        }
        owners[stroke] = action
        return stroke
      }
    }
    if overrides[.quit] != nil, owners[Self.interrupt] == nil { table[.quit, default: []].append(Self.interrupt) }
    var taken: [TakenKey] = []
    for (action, strokes) in table {
      table[action] = strokes.filter { owners[$0, default: action] == action }
      for stroke in strokes {
        if let owner = owners[stroke], owner != action { taken.append(TakenKey("\(stroke)", by: owner.rawValue, from: action.rawValue)) }
      }
    }
    if table[.quit]?.isEmpty != false, table[.palette]?.isEmpty != false {
      throw .invalidSetting(SettingMistake(.noExitKey, source))
    }
    taken.sort { ($0.action, $0.key, $0.loser) < ($1.action, $1.key, $1.loser) }
    self.init(
      strokes: table, overridden: Set(overrides.keys), takenKeys: taken.isEmpty ? nil : .takenKeys(source, taken))
  }

  /// Ctrl-C, the way out of any program that a person tries first.
  private static let interrupt = KeyStroke(.character("c"), control: true)

  /// Returns the action of a key; on a page with `pageActions`, one of those if it borrows the key.
  public func action(for stroke: KeyStroke, on pageActions: [Action] = []) -> Action? {
    guard let action = actions[stroke] else { return nil }
    return pageActions.first { borrows.contains($0) && Self.borrowedKeys[$0] == action } ?? action
  }

  /// Returns the keys of an action; the first one is shown in hints.
  public func strokes(for action: Action) -> [KeyStroke] {
    guard borrows.contains(action), let lender = Self.borrowedKeys[action] else { return strokes[action] ?? [] }
    return strokes[lender] ?? []
  }

  /// Returns the keys of an action on a page with `pageActions`; none if one of those borrows them.
  func strokes(for action: Action, on pageActions: [Action]) -> [KeyStroke] {
    let isLent = pageActions.contains { borrows.contains($0) && Self.borrowedKeys[$0] == action }
    return isLent ? [] : strokes(for: action)
  }

  /// Returns the key of an action as hints show it: `⏎`; `nil` if the action has no key.
  public func hint(for action: Action) -> String? { strokes(for: action).first?.symbol }

  /// Returns the first key of an action that keeps its meaning while text is edited: `ctrl-p`, not `:`; `nil` if there is none.
  func typingHint(for action: Action) -> String? { strokes(for: action).first { TextKeys.edit($0) == nil }?.symbol }
}

extension KeyMap {
  /// The standard keys of each action; the first one is shown in hints.
  static let standardStrokes: [(Action, [String])] =
    [
      (.up, ["up", "k"]),
      (.down, ["down", "j"]),
      (.left, ["left", "h"]),
      (.right, ["right", "l"]),
      (.pageUp, ["page-up", "ctrl-b", "ctrl-u"]),
      (.pageDown, ["page-down", "ctrl-f", "ctrl-d"]),
      (.first, ["g", "home"]),
      (.last, ["G", "end"]),
      (.open, ["enter"]),
      (.cancel, ["esc"]),
      (.back, ["[", "backspace", "alt-left"]),
      (.forward, ["]", "alt-right"]),
      (.nextTab, ["tab"]),
      (.previousTab, ["shift-tab"]),
      (.search, ["/"]),
      (.filter, ["f"]),
      (.forget, ["d", "delete"]),
      (.sort, ["s"]),
      (.reverse, ["S"]),
      (.reload, ["r", "f5"]),
      (.copy, ["y"]),
      (.copyRecord, ["Y"]),
      (.openOrigin, ["o"]),
      (.crawl, ["c"]),
      (.mark, ["space"]),
      (.clearMarks, ["M"]),
      (.favourite, ["*"]),
      (.alternative, ["n"]),
      (.compare, ["="]),
      (.path, ["p"]),
      (.zoom, ["z"]),
      (.theme, ["t"]),
      (.language, ["L"]),
      (.units, ["u"]),
      (.mouse, ["m"]),
      (.random, ["R"]),
      (.palette, [":", "ctrl-p"]),
      (.help, ["?", "f1"]),
      (.suspend, ["ctrl-z"]),
      (.quit, ["q", "ctrl-c"]),
    ] + Action.allCases.compactMap { action in action.tab.map { (action, ["\($0 + 1)"]) } }
  /// Actions of one page that have no key of their own but use that of an action which means nothing there: `R` restarts a process on the
  /// status page, and shows a random record elsewhere.
  static let borrowedKeys: [Action: Action] = [.restart: .random, .differences: .forget]
}
