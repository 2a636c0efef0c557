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
    var keys = Action.standard.map { ($0.action, $0.keys) }
    keys += Action.allCases.compactMap { action in action.tab.map { (action, ["\($0 + 1)"]) } }
    return Dictionary(uniqueKeysWithValues: keys).mapValues { $0.compactMap { KeyStroke($0) } }
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
  /// Actions of one page that have no key of their own but use that of an action which means nothing there: `R` restarts a process on the
  /// status page, and shows a random record elsewhere.
  static let borrowedKeys: [Action: Action] = [.restart: .random, .differences: .forget]
}

/// A key press with its modifiers. Configuration files write keys as `a`, `S`, `ctrl-p`, `alt-x`, `page-down`.
public struct KeyStroke: Sendable, Hashable, CustomStringConvertible {
  /// The key without modifiers.
  public enum Key: Sendable, Hashable {
    /// The typed character; upper and lower case differ.
    case character(Character)
    case named(Name)
  }

  /// Keys that do not type a character. The raw value is the name in the configuration file.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case enter, tab, space, backspace, delete, insert, home, end, up, down, left, right
    case escape = "esc"
    case pageUp = "page-up"
    case pageDown = "page-down"
    case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
  }

  public var key: Key
  public var control: Bool
  public var alt: Bool
  /// Shift, only for keys that do not type a character: `shift-tab`.
  public var shift: Bool

  public init(_ key: Key, control: Bool = false, alt: Bool = false, shift: Bool = false) {
    // The space bar types a character and has a name; both forms are the same key.
    self.key = key == .character(" ") ? .named(.space) : key
    self.control = control
    self.alt = alt
    self.shift = shift
  }

  public init(_ name: Name) { self.init(.named(name)) }
  public init(_ character: Character) { self.init(.character(character)) }

  /// Parses ``description``. Returns `nil` if `text` is not a key: an unknown name or an unknown modifier.
  public init?(_ text: String) {
    var rest = text[...]
    func take(_ modifier: String) -> Bool {
      guard rest.count > 1, rest.hasPrefix(modifier) else { return false }
      rest = rest.dropFirst(modifier.count)
      return true
    }
    var (control, alt, shift) = (false, false, false)
    while true {
      if take("ctrl-") { control = true } else if take("alt-") { alt = true } else if take("shift-") { shift = true } else { break }
    }
    if let name = Name(rawValue: String(rest)) {
      self.init(.named(name), control: control, alt: alt, shift: shift)
    } else if rest.count == 1, let character = rest.first, !shift, !character.isWhitespace {
      // Terminals send the same code for Ctrl-P and Ctrl-p.
      self.init(.character(control ? Character(character.lowercased()) : character), control: control, alt: alt)
    } else {
      return nil
    }
  }

  /// The key that terminals send for this one, as ASCII defines it: Tab for Ctrl-I. `nil` if they send the key itself.
  var alias: KeyStroke? {
    guard control, case .character(let character) = key else { return nil }
    switch character {
    case "i": return KeyStroke(.named(.tab), alt: alt)
    case "j", "m": return KeyStroke(.named(.enter), alt: alt)
    case "h", "?": return KeyStroke(.named(.backspace), alt: alt)
    case "[": return KeyStroke(.named(.escape), alt: alt)
    case "@": return KeyStroke(.named(.space), control: true, alt: alt)
    default: return nil
    }
  }

  public var description: String { prefix + keyName }

  /// The key as shown in hints and help, where a symbol is shorter than a word.
  public var symbol: String {
    guard case .named(let name) = key else { return description }
    let symbol =
      switch name {
      case .enter: "⏎"
      case .up: "↑"
      case .down: "↓"
      case .left: "←"
      case .right: "→"
      case .tab: "⇥"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .backspace: "⌫"
      case .space: "␣"
      default: name.rawValue
      }
    return prefix + symbol
  }

  private var prefix: String { (control ? "ctrl-" : "") + (alt ? "alt-" : "") + (shift ? "shift-" : "") }

  private var keyName: String {
    switch key {
    case .character(let character): String(character)
    case .named(let name): name.rawValue
    }
  }

  /// The text that the key types; `nil` for keys that type nothing.
  public var typed: String? {
    guard !control, !alt else { return nil }
    switch key {
    case .named(.space): return " "
    case .character(let character): return String(character)
    case .named: return nil
    }
  }
}
