public import TerminalText

/// Renders roles as terminal escape sequences (ECMA-48, Select Graphic Rendition), or leaves the text unchanged.
///
/// Uses only the terminal's 16 colours, which users choose to suit their background.
public struct Painter: Sendable, Hashable {
  public let usesColor: Bool

  public init(usesColor: Bool) { self.usesColor = usesColor }

  public func paint(_ text: String, _ role: Role) -> SafeText {
    guard usesColor, let code = Self.code(role), !text.isEmpty else { return SafeText(text) }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  public func paint(_ text: StyledText) -> SafeText {
    text.spans.map { paint($0.text, $0.role) }.joined()
  }

  private static func code(_ role: Role) -> String? {
    switch role {
    case .text: nil
    case .title: "1"
    case .muted: "2"
    case .accent: "33"
    case .good: "32"
    case .caution: "33"
    case .bad: "31"
    case .match: "1;33"
    case .rule: "2"
    case .tab: "1"
    case .key: "1"
    case .crawl: "33"
    }
  }
}
