import CNCurses
import Explorer

/// The key codes of curses, and codes for sequences that curses does not define.
enum CursesKeys {
  static let pasteBegins: Int32 = 2_000
  static let pasteEnds: Int32 = 2_001

  /// Keys with Alt or Ctrl, as xterm and compatible terminals send them.
  private static let sequences: [(sequence: String, code: Int32, stroke: KeyStroke)] = [
    ("\u{1B}[1;3D", 2_010, KeyStroke(.named(.left), alt: true)),
    ("\u{1B}[1;3C", 2_011, KeyStroke(.named(.right), alt: true)),
    ("\u{1B}[1;5D", 2_012, KeyStroke(.named(.left), control: true)),
    ("\u{1B}[1;5C", 2_013, KeyStroke(.named(.right), control: true)),
    ("\u{1B}[1;3A", 2_014, KeyStroke(.named(.up), alt: true)),
    ("\u{1B}[1;3B", 2_015, KeyStroke(.named(.down), alt: true)),
  ]

  private static let codes: [Int32: KeyStroke] = {
    var codes: [Int32: KeyStroke] = [
      KEY_UP: KeyStroke(.up), KEY_DOWN: KeyStroke(.down), KEY_LEFT: KeyStroke(.left), KEY_RIGHT: KeyStroke(.right),
      KEY_PPAGE: KeyStroke(.pageUp), KEY_NPAGE: KeyStroke(.pageDown), KEY_HOME: KeyStroke(.home), KEY_END: KeyStroke(.end),
      KEY_FIND: KeyStroke(.home), KEY_SELECT: KeyStroke(.end), KEY_ENTER: KeyStroke(.enter), KEY_BACKSPACE: KeyStroke(.backspace),
      KEY_DC: KeyStroke(.delete), KEY_IC: KeyStroke(.insert), KEY_BTAB: KeyStroke(.named(.tab), shift: true),
      KEY_SLEFT: KeyStroke(.named(.left), shift: true), KEY_SRIGHT: KeyStroke(.named(.right), shift: true),
    ]
    let functions: [KeyStroke.Name] = [.f1, .f2, .f3, .f4, .f5, .f6, .f7, .f8, .f9, .f10, .f11, .f12]
    for (index, name) in functions.enumerated() { codes[KEY_F0 + Int32(index) + 1] = KeyStroke(name) }
    for known in sequences { codes[known.code] = known.stroke }
    return codes
  }()

  /// Registers the sequences. Call it after the screen is set up.
  static func define() {
    define_key("\u{1B}[200~", pasteBegins)
    define_key("\u{1B}[201~", pasteEnds)
    for known in sequences { define_key(known.sequence, known.code) }
  }

  /// Returns `nil` for keys that are not used.
  static func input(_ code: Int32) -> RawInput? {
    switch code {
    case pasteBegins: .pasteBegins
    case pasteEnds: .pasteEnds
    default: codes[code].map { .key($0) }
    }
  }
}
