import Explorer

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

/// Combines raw input: an escape followed by a key is Alt, pasted characters become one text, and terminal responses are collected.
struct KeyDecoder: Sendable {
  private enum State: Hashable {
    case idle
    /// An escape was read; a character that follows immediately belongs to it.
    case escape
    /// Inside a terminal response; an escape in it may start its terminator.
    case response(String, escaped: Bool)
    /// Inside a paste; ``pasted`` holds its text.
    case paste
  }

  private var state = State.idle
  private var pasted: [Unicode.Scalar] = []
  /// When the last input was decoded.
  private var lastInput: ContinuousClock.Instant?

  /// Maximum number of pasted characters; the rest is dropped.
  static let maxPasteLength = 4_096
  /// A pause that ends a paste. Its end may be lost, and then it must not swallow keys for ever.
  static let pasteTimeout = Duration.seconds(2)
  private static let maxResponseLength = 256

  /// Decodes one read of the terminal, at the time `now`. If it read everything, an escape at the end is the Escape key: curses waits for the
  /// rest of a sequence.
  mutating func decode(_ inputs: [RawInput], isComplete: Bool = true, at now: ContinuousClock.Instant) -> [Input] {
    var decoded: [Input] = []
    if state == .paste, let lastInput, now - lastInput >= Self.pasteTimeout { handle(.pasteEnds, &decoded) }
    lastInput = now
    for input in inputs { handle(input, &decoded) }
    if state == .escape, isComplete {
      state = .idle
      decoded.append(.stroke(KeyStroke(.escape)))
    }
    return decoded
  }

  private mutating func handle(_ input: RawInput, _ decoded: inout [Input]) {
    switch (state, input) {
    case (.paste, .pasteEnds):
      state = .idle
      decoded.append(.paste(String(String.UnicodeScalarView(pasted))))
      pasted = []
    // Costs the same for each character: a pasted text may be far longer than what is kept.
    case (.paste, .character(let scalar)): if pasted.count < Self.maxPasteLength { pasted.append(scalar) }
    case (.paste, _): break
    case (_, .pasteBegins): state = .paste
    case (.response(let text, let escaped), .character(let scalar)): handleResponse(text, escaped, scalar, &decoded)
    case (.response, .key(let stroke)):
      state = .idle
      decoded.append(.stroke(stroke))
    case (.escape, .character("]")): state = .response("", escaped: false)
    case (.escape, .character("\u{1B}")): decoded.append(.stroke(KeyStroke(.escape)))
    case (.escape, .character(let scalar)):
      state = .idle
      var stroke = Self.stroke(scalar)
      stroke.alt = true
      decoded.append(.stroke(stroke))
    case (.escape, .key(var stroke)):
      state = .idle
      stroke.alt = true
      decoded.append(.stroke(stroke))
    case (.idle, .character("\u{1B}")): state = .escape
    case (.idle, .character(let scalar)): decoded.append(.stroke(Self.stroke(scalar)))
    case (.idle, .key(let stroke)): decoded.append(.stroke(stroke))
    case (_, .mouse(let mouse)):
      if state == .escape { decoded.append(.stroke(KeyStroke(.escape))) }
      state = .idle
      decoded.append(.mouse(mouse))
    case (_, .pasteEnds): break
    }
  }

  private mutating func handleResponse(_ text: String, _ escaped: Bool, _ scalar: Unicode.Scalar, _ decoded: inout [Input]) {
    switch scalar {
    case _ where scalar.value == 0x07 || scalar.value == 0x9C || escaped && scalar == "\\":
      state = .idle
      decoded.append(.response(text))
    case "\u{1B}": state = .response(text, escaped: true)
    default:
      let longer = text + String(Character(scalar))
      guard Self.mayStartResponse(longer) else {
        state = .idle
        decoded.append(.stroke(KeyStroke(.character("]"), alt: true)))
        for scalar in longer.unicodeScalars { decoded.append(.stroke(Self.stroke(scalar))) }
        return
      }
      // An unterminated response must not swallow keys for ever.
      state = text.utf8.count < Self.maxResponseLength ? .response(longer, escaped: false) : .idle
    }
  }

  /// Whether a response may start with `text`: a number, then a semicolon. Otherwise Alt-] was pressed, and then other keys.
  private static func mayStartResponse(_ text: String) -> Bool {
    let number = text.utf8.prefix { $0 != UInt8(ascii: ";") }
    return !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Returns the key for a character. Control characters are letters with Ctrl, except those with a key of their own.
  static func stroke(_ scalar: Unicode.Scalar) -> KeyStroke {
    switch scalar.value {
    case 0x09: KeyStroke(.tab)
    case 0x0A, 0x0D: KeyStroke(.enter)
    case 0x1B: KeyStroke(.escape)
    // Terminals send either code for the backspace key, so Ctrl-H cannot be told apart.
    case 0x08, 0x7F: KeyStroke(.backspace)
    case 0x00: KeyStroke(.named(.space), control: true)
    case 0x01...0x1A: KeyStroke(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60))), control: true)
    case 0x1C...0x1F: KeyStroke(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))), control: true)
    default: KeyStroke(Character(scalar))
    }
  }
}
