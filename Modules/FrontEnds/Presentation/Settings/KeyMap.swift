public import MessageBus
import Text

/// The key bindings. A key has one action; an action may have several keys or none.
public struct KeyMap: Sendable {
  private let strokes: [Action: [KeyStroke]]
  private let actions: [KeyStroke: Action]
  /// The standard keys that overrides have taken from other actions, as a message; `nil` if there are none.
  public let takenKeys: String?

  public static let standard = KeyMap(standardStrokes, takenKeys: nil)

  private static var standardStrokes: [Action: [KeyStroke]] {
    Dictionary(uniqueKeysWithValues: Action.allCases.map { ($0, $0.standardKeys.compactMap { KeyStroke($0) }) })
  }

  private init(_ strokes: [Action: [KeyStroke]], takenKeys: String?) {
    self.strokes = strokes
    self.takenKeys = takenKeys
    actions = strokes.reduce(into: [:]) { actions, pair in
      for stroke in pair.value { actions[stroke] = pair.key }
    }
  }

  /// The standard bindings with `overrides` applied: `[.sort: ["S", "ctrl-s"]]`. An override replaces all keys of its action and takes its
  /// keys from other actions; using one key for two actions is an error. Ctrl-C always quits, unless an override binds it to another action.
  /// `source` returns the source of an override, for messages.
  ///
  /// Throws a problem of status 400 that names the action, the key and the mistake.
  public init(
    overriding overrides: [Action: [String]], source: (Action) -> SettingSource = { .named($0.setting) }
  ) throws(Problem) {
    var table = Self.standardStrokes
    var owners: [KeyStroke: Action] = [:]
    for (action, keys) in overrides.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let source = source(action)
      table[action] = try keys.map { key throws(Problem) in
        guard let stroke = KeyStroke(key) else {
          let detail = "\(source): '\(key.printable)' is not a key: use a key such as s, S, ctrl-p, alt-x, f5 or page-down"
          throw .invalidSetting(source, detail)
        }
        if let alias = stroke.alias {
          let detail = "\(source): \(stroke) never arrives, because terminals send \(alias): use \(alias)"
          throw .invalidSetting(source, detail)
        }
        if let other = owners[stroke], other != action {
          let detail = "\(source): \(stroke) is bound to \(other.rawValue), too: bind it to one action"
          throw .invalidSetting(source, detail)
        }
        owners[stroke] = action
        return stroke
      }
    }
    if overrides[.quit] != nil, owners[Self.interrupt] == nil { table[.quit, default: []].append(Self.interrupt) }
    var taken: [String] = []
    for (action, strokes) in table {
      table[action] = strokes.filter { stroke in
        guard let owner = owners[stroke], owner != action else { return true }
        taken.append("\(source(owner)) takes \(stroke) from \(action.rawValue)")
        return false
      }
    }
    if table[.quit]?.isEmpty != false, table[.palette]?.isEmpty != false {
      let source = source(overrides[.quit] == nil ? .palette : .quit)
      throw .invalidSetting(source, "\(source): neither quit nor palette has a key: bind a key to at least one of them")
    }
    self.init(table, takenKeys: taken.isEmpty ? nil : taken.sorted().joined(separator: ", "))
  }

  /// Ctrl-C, the way out of any program that a person tries first.
  private static let interrupt = KeyStroke(.character("c"), control: true)

  public func action(for stroke: KeyStroke) -> Action? { actions[stroke] }

  /// Returns the keys of an action; the first one is shown in hints.
  public func strokes(for action: Action) -> [KeyStroke] { strokes[action] ?? [] }
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
    if character == "@" { return KeyStroke(.named(.space), control: true, alt: alt) }
    let names: [Character: Name] = ["i": .tab, "j": .enter, "m": .enter, "h": .backspace, "?": .backspace, "[": .escape]
    return names[character].map { KeyStroke(.named($0), alt: alt) }
  }

  public var description: String { prefix + name }

  /// The key as shown in hints and help, where a symbol is shorter than a word.
  public var symbol: String {
    if case .named(let key) = key, let symbol = Self.symbols[key] { return prefix + symbol }
    return description
  }

  private static let symbols: [Name: String] = [
    .enter: "⏎", .up: "↑", .down: "↓", .left: "←", .right: "→", .tab: "⇥", .pageUp: "PgUp", .pageDown: "PgDn", .backspace: "⌫", .space: "␣",
  ]

  private var prefix: String { (control ? "ctrl-" : "") + (alt ? "alt-" : "") + (shift ? "shift-" : "") }

  private var name: String {
    switch key {
    case .character(let character): String(character)
    case .named(let name): name.rawValue
    }
  }

  /// The text that the key types; `nil` for keys that type nothing.
  public var typed: String? {
    guard !control, !alt else { return nil }
    if case .character(let character) = key { return String(character) }
    return key == .named(.space) ? " " : nil
  }
}
