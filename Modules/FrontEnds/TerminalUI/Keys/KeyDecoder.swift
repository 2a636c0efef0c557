import Explorer

/// What curses read, one piece at a time.
enum RawInput: Sendable, Hashable {
  case character(Unicode.Scalar)
  /// A key that curses knows; some have codes of our own, see ``CursesKeys``.
  case key(KeyStroke)
  case pasteBegins, pasteEnds
}

/// What a person or the terminal put in.
enum Input: Sendable, Hashable {
  case stroke(KeyStroke)
  case paste(String)
  /// An answer of the terminal to a question (OSC), without its frame.
  case answer(String)
}

/// Puts together what belongs together: a key and the escape that stands for Alt, the text of a paste, answers of the terminal.
struct KeyDecoder: Sendable {
  private enum State: Hashable {
    case idle
    /// An escape came; what follows at once belongs to it.
    case escape
    /// Inside of an answer of the terminal; an escape in it may begin its end.
    case answer(String, escaped: Bool)
    case paste(String)
  }

  private var state = State.idle

  /// Pasted text beyond this many characters is dropped: it goes into a line of text.
  static let longestPaste = 4_096
  private static let longestAnswer = 256

  /// Takes in all that could be read at once. An escape at its end is the key of that name: curses waits for what belongs to one.
  mutating func decode(_ inputs: [RawInput]) -> [Input] {
    var decoded: [Input] = []
    for input in inputs { take(input, &decoded) }
    if state == .escape {
      state = .idle
      decoded.append(.stroke(KeyStroke(.escape)))
    }
    return decoded
  }

  private mutating func take(_ input: RawInput, _ decoded: inout [Input]) {
    switch (state, input) {
    case (.paste(let text), .pasteEnds):
      state = .idle
      decoded.append(.paste(text))
    case (.paste(let text), .character(let scalar)):
      if text.unicodeScalars.count < Self.longestPaste { state = .paste(text + String(Character(scalar))) }
    case (.paste, _): break
    case (_, .pasteBegins): state = .paste("")
    case (.answer(let text, let escaped), .character(let scalar)): answer(text, escaped, scalar, &decoded)
    case (.answer, .key(let stroke)):
      state = .idle
      decoded.append(.stroke(stroke))
    case (.escape, .character("]")): state = .answer("", escaped: false)
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
    case (_, .pasteEnds): break
    }
  }

  private mutating func answer(_ text: String, _ escaped: Bool, _ scalar: Unicode.Scalar, _ decoded: inout [Input]) {
    switch scalar {
    case _ where scalar.value == 0x07 || scalar.value == 0x9C || escaped && scalar == "\\":
      state = .idle
      decoded.append(.answer(text))
    case "\u{1B}": state = .answer(text, escaped: true)
    default:
      // Whatever began like an answer and never ends must not swallow keys for ever.
      state = text.utf8.count < Self.longestAnswer ? .answer(text + String(Character(scalar)), escaped: false) : .idle
    }
  }

  /// A control character is a letter with Ctrl, but for those that have keys of their own.
  static func stroke(_ scalar: Unicode.Scalar) -> KeyStroke {
    switch scalar.value {
    case 0x09: KeyStroke(.tab)
    case 0x0A, 0x0D: KeyStroke(.enter)
    case 0x1B: KeyStroke(.escape)
    // Terminals disagree on which of the two the key sends; Ctrl-H then is lost as a key of its own.
    case 0x08, 0x7F: KeyStroke(.backspace)
    case 0x00: KeyStroke(.named(.space), control: true)
    case 0x01...0x1A: KeyStroke(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60))), control: true)
    case 0x1C...0x1F: KeyStroke(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))), control: true)
    default: KeyStroke(Character(scalar))
    }
  }
}
