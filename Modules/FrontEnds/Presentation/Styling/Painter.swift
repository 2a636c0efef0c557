public import Text

/// Renders roles as terminal escape sequences (ECMA-48, Select Graphic Rendition), or leaves the text unchanged. The styles are those of a
/// ``Theme``, as on the explorer's screens.
public struct Painter: Sendable, Hashable {
  public let usesColor: Bool
  /// The parameters of the escape sequence of each role; roles without a style are missing.
  private let codes: [Role: String]

  /// - Parameters:
  ///   - theme: by default, that of a terminal whose background is unknown.
  ///   - palette: the colours that the terminal has.
  public init(usesColor: Bool, theme: Theme = .unknownBackground, palette: TerminalPalette = .basic) {
    self.usesColor = usesColor
    codes = usesColor ? Role.allCases.reduce(into: [:]) { $0[$1] = theme.style($1).code(palette) } : [:]
  }

  public func paint(_ text: String, _ role: Role) -> SafeText {
    guard usesColor, let code = codes[role], !text.isEmpty else { return SafeText(text) }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  public func paint(_ text: StyledText) -> SafeText {
    text.spans.map { paint($0.text, $0.role) }.joined()
  }
}

/// The colours of a terminal.
public enum TerminalPalette: Sendable {
  /// 16 colours, which users choose to suit their background.
  case basic
  /// xterm's 256 colours.
  case indexed

  /// Creates the palette of the terminal type in `TERM`, or of a terminal that sets `COLORTERM` and so has more.
  public init(environment: (String) -> String?) {
    let isIndexed = environment("TERM")?.contains("256color") == true || environment("COLORTERM").map { !$0.isEmpty } == true
    self = isIndexed ? .indexed : .basic
  }
}

extension Style {
  /// The parameters of the escape sequence (ECMA-48 section 8.3.117): `1;33`; `nil` for a plain style.
  func code(_ palette: TerminalPalette) -> String? {
    let attributes: [(Attributes, String)] = [(.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7")]
    var parameters = attributes.filter { self.attributes.contains($0.0) }.map(\.1)
    if let foreground { parameters.append(foreground.code(palette)) }
    return parameters.isEmpty ? nil : parameters.joined(separator: ";")
  }
}

extension Color {
  fileprivate func code(_ palette: TerminalPalette) -> String {
    switch palette {
    case .indexed: "38;5;\(indexed)"
    case .basic: basic < 8 ? "3\(basic)" : "9\(basic - 8)"
    }
  }
}

/// Option that controls coloured output.
public enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never

  /// Returns whether to colour one stream; standard output and standard error are decided separately.
  ///
  /// In order of precedence: the user's choice, `NO_COLOR` (no-color.org: set and not empty), `CLICOLOR_FORCE` (set, neither empty nor
  /// `0`), and whether the stream is a terminal other than `dumb`.
  public func usesColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment("NO_COLOR"), !value.isEmpty { return false }
    if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
    return isTerminal && environment("TERM") != "dumb"
  }
}
