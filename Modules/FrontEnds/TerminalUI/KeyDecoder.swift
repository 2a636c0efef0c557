import CNCurses
import Explorer
import Presentation
import Text

/// One item read from curses.
enum RawInput: Sendable, Hashable {
  case character(Unicode.Scalar)
  /// A key that curses recognises; ``CursesKeys`` adds codes for further sequences.
  case key(KeyStroke)
  case mouse(MouseEvent)
  case pasteBegins, pasteEnds
}

/// An input from the user or from the terminal.
enum Input: Sendable, Hashable {
  case stroke(KeyStroke)
  case mouse(MouseEvent)
  case paste(String)
  /// A response of the terminal (OSC), without its delimiters.
  case response(String)
}

/// A click or a turn of the wheel.
struct MouseEvent: Sendable, Hashable {
  let column, row: Int
  /// Wheel steps, positive is down; `nil` for a click.
  let wheel: Int?
}

/// Combines raw input to keys with Alt, pasted texts and terminal responses.
struct KeyDecoder: Sendable {
  private enum State: Hashable {
    case idle
    /// An escape was read; a character that follows immediately belongs to it.
    case escape
    /// Inside a terminal response. An escape in its text may start the terminator.
    case response(String)
    /// Inside a paste; ``pasted`` holds its text.
    case paste
  }

  private var state = State.idle
  private var pasted: [Unicode.Scalar] = []
  /// When the last input was decoded.
  private var lastInput: ContinuousClock.Instant?

  /// Maximum number of pasted characters; the rest is dropped.
  static let maxPasteLength = 4_096
  /// A pause that ends a paste whose end was lost.
  static let pasteTimeout = Duration.seconds(2)
  private static let maxResponseLength = 256

  /// Decodes one read of the terminal. If it read everything, an escape at the end is the Escape key.
  mutating func decode(_ inputs: [RawInput], isComplete: Bool = true, at now: ContinuousClock.Instant) -> [Input] {
    var decoded: [Input] = []
    if state == .paste, let lastInput, now - lastInput >= Self.pasteTimeout { handle(.pasteEnds, &decoded) }
    lastInput = now
    for input in inputs { handle(input, &decoded) }
    if isComplete { endEscape(&decoded) }
    return decoded
  }

  /// An escape without anything behind it is the key.
  private mutating func endEscape(_ decoded: inout [Input]) {
    guard state == .escape else { return }
    state = .idle
    decoded.append(.stroke(KeyStroke(.escape)))
  }

  private mutating func handle(_ input: RawInput, _ decoded: inout [Input]) {
    switch (state, input) {
    case (.paste, .pasteEnds):
      state = .idle
      decoded.append(.paste(String(String.UnicodeScalarView(pasted))))
      pasted = []
    // Costs the same for each character: a pasted text may be far longer than what is kept.
    case (.paste, .character(let scalar)): if pasted.count < Self.maxPasteLength { pasted.append(scalar) }
    case (.paste, _), (_, .pasteEnds): break
    case (_, .pasteBegins): state = .paste
    case (_, .mouse(let mouse)):
      endEscape(&decoded)
      state = .idle
      decoded.append(.mouse(mouse))
    case (.response(let text), .character(let scalar)): extend(text, scalar, &decoded)
    case (.escape, .character("]")): state = .response("")
    case (.escape, .character("\u{1B}")): decoded.append(.stroke(KeyStroke(.escape)))
    case (.idle, .character("\u{1B}")): state = .escape
    case (_, .character(let scalar)): append(Self.stroke(scalar), &decoded)
    case (_, .key(let stroke)): append(stroke, &decoded)
    }
  }

  /// Appends a key, with Alt behind an escape.
  private mutating func append(_ stroke: KeyStroke, _ decoded: inout [Input]) {
    var stroke = stroke
    if state == .escape { stroke.alt = true }
    state = .idle
    decoded.append(.stroke(stroke))
  }

  /// Adds a character to a response, which BEL or ST ends.
  private mutating func extend(_ text: String, _ scalar: Unicode.Scalar, _ decoded: inout [Input]) {
    let isEscaped = text.last == "\u{1B}"
    if scalar.value == 0x07 || scalar.value == 0x9C || isEscaped && scalar == "\\" {
      state = .idle
      return decoded.append(.response(isEscaped ? String(text.dropLast()) : text))
    }
    let longer = text + String(Character(scalar))
    // A response starts with a number and a semicolon. Otherwise Alt-] was pressed, and then other keys.
    let number = longer.utf8.prefix { $0 != UInt8(ascii: ";") }
    guard !number.isEmpty, number.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      state = .idle
      decoded.append(.stroke(KeyStroke(.character("]"), alt: true)))
      return decoded += longer.unicodeScalars.map { .stroke(Self.stroke($0)) }
    }
    // An unterminated response must not swallow keys for ever.
    state = text.utf8.count < Self.maxResponseLength ? .response(longer) : .idle
  }

  /// Returns the key for a character. Control characters are letters with Ctrl, except those with a key of their own.
  static func stroke(_ scalar: Unicode.Scalar) -> KeyStroke {
    func control(_ offset: UInt8) -> KeyStroke {
      KeyStroke(.character(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) + offset))), control: true)
    }
    return switch scalar.value {
    case 0x09: KeyStroke(.tab)
    case 0x0A, 0x0D: KeyStroke(.enter)
    case 0x1B: KeyStroke(.escape)
    // Terminals send either code for the backspace key, so Ctrl-H cannot be told apart.
    case 0x08, 0x7F: KeyStroke(.backspace)
    case 0x00: KeyStroke(.named(.space), control: true)
    case 0x01...0x1A: control(0x60)
    case 0x1C...0x1F: control(0x40)
    default: KeyStroke(Character(scalar))
    }
  }
}

extension KeyMap {
  /// Returns the message for a key or a paste; `nil` if the input has no meaning. `isTyping` means that keys are text input.
  func message(for input: Input, isTyping: Bool) -> Message? {
    switch input {
    case .stroke(let stroke):
      if isTyping, let edit = TextKeys.edit(stroke) { return .edit(edit) }
      return action(for: stroke).map { .perform($0) } ?? .unknownKey(stroke.symbol)
    case .paste(let text):
      // Without the spaces around it.
      let text = text.printable
      let words = text.split(whereSeparator: \.isWhitespace)
      guard isTyping, let first = words.first, let last = words.last else { return nil }
      return .edit(.insert(String(text[first.startIndex..<last.endIndex])))
    case .mouse, .response: return nil
    }
  }
}

/// The key codes of curses, and codes for sequences that curses does not define.
enum CursesKeys {
  static let pasteBegins: Int32 = 2_000
  static let pasteEnds: Int32 = 2_001

  /// Keys with Alt or Ctrl, as xterm and compatible terminals send them.
  private static let sequences: [(sequence: String, code: Int32, stroke: KeyStroke)] = [
    ("\u{1B}[1;3D", 2_010, KeyStroke(.named(.left), alt: true)), ("\u{1B}[1;3C", 2_011, KeyStroke(.named(.right), alt: true)),
    ("\u{1B}[1;5D", 2_012, KeyStroke(.named(.left), control: true)), ("\u{1B}[1;5C", 2_013, KeyStroke(.named(.right), control: true)),
    ("\u{1B}[1;3A", 2_014, KeyStroke(.named(.up), alt: true)), ("\u{1B}[1;3B", 2_015, KeyStroke(.named(.down), alt: true)),
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

  static func input(_ code: Int32) -> RawInput? {
    switch code {
    case pasteBegins: .pasteBegins
    case pasteEnds: .pasteEnds
    default: codes[code].map { .key($0) }
    }
  }
}
