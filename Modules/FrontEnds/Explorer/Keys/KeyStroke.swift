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
    var (control, alt, shift) = (false, false, false)
    while rest.count > 1 {
      if rest.hasPrefix("ctrl-") {
        control = true
      } else if rest.hasPrefix("alt-") {
        alt = true
      } else if rest.hasPrefix("shift-") {
        shift = true
      } else {
        break
      }
      rest = rest[rest.index(after: rest.firstIndex(of: "-") ?? rest.startIndex)...]
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
