/// Theme of command-line output on a terminal whose background is unknown. Its colours are readable on light and dark backgrounds: the contrast
/// of those of the 256 is about the same on black and on white. Of the 16, yellow and cyan are unreadable on white, and blue is on black. Everything
/// else is bold or dim. The explorer asks the terminal for its background instead.
public struct UnknownBackgroundTheme: Theme {
  public init() {}
  public let name = "unknown"

  public func style(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .title, .tab, .key: Style(nil, .bold)
    case .muted, .rule: Style(nil, .dim)
    case .accent: Style(Color(31, basic: 5))
    case .caution, .crawl: Style(Self.amber)
    case .good: Style(Color(28, basic: 2))
    case .bad: Style(Color(160, basic: 1))
    case .match: Style(Self.amber, .bold)
    }
  }

  public func selected(_ style: Style, isActive: Bool) -> Style { NoColorTheme().selected(style, isActive: isActive) }

  private static let amber = Color(130, basic: 5)
}
