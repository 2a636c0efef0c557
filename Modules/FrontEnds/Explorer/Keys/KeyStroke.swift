/// One press of a key, with the keys held down meanwhile. Written as in configuration files: `a`, `S`, `ctrl-p`, `alt-x`, `page-down`.
public struct KeyStroke: Sendable, Hashable, CustomStringConvertible {
  public enum Key: Sendable, Hashable {
    /// What the key types; capital letters are characters of their own.
    case character(Character)
    case named(Name)
  }

  /// Keys that type nothing. The raw value is how they are written.
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
  /// Only for keys that type nothing: `shift-tab`.
  public var shift: Bool

  public init(_ key: Key, control: Bool = false, alt: Bool = false, shift: Bool = false) {
    // The space bar types something and has a name; it is the same key either way.
    self.key = key == .character(" ") ? .named(.space) : key
    self.control = control
    self.alt = alt
    self.shift = shift
  }

  public init(_ name: Name) { self.init(.named(name)) }
  public init(_ character: Character) { self.init(.character(character)) }

  /// Reads ``description``. `nil` when `text` is no key: more than one character that is not a name, or an unknown word before a dash.
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
      // A terminal sends the same for Ctrl-P and Ctrl-p.
      self.init(.character(control ? Character(character.lowercased()) : character), control: control, alt: alt)
    } else {
      return nil
    }
  }

  public var description: String { prefix + keyName }

  /// As it stands in hints and help, where a sign is shorter than a word.
  public var sign: String {
    guard case .named(let name) = key else { return description }
    let sign =
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
    return prefix + sign
  }

  private var prefix: String { (control ? "ctrl-" : "") + (alt ? "alt-" : "") + (shift ? "shift-" : "") }

  private var keyName: String {
    switch key {
    case .character(let character): String(character)
    case .named(let name): name.rawValue
    }
  }

  /// What it types into a field of text; `nil` for keys that type nothing.
  public var typed: String? {
    guard !control, !alt else { return nil }
    switch key {
    case .named(.space): return " "
    case .character(let character): return String(character)
    case .named: return nil
    }
  }
}
