/// Theme of command-line output on a terminal whose background is unknown. Its colours are the dark ones of the 16, which are readable on light
/// and dark backgrounds; everything else is bold or dim. The explorer asks the terminal for its background instead.
public struct UnknownBackgroundTheme: Theme {
  public init() {}
  public let name = "unknown"

  public func style(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .title, .tab, .key: Style(nil, .bold)
    case .muted, .rule: Style(nil, .dim)
    case .accent, .caution, .crawl: Style(Self.color(3))
    case .good: Style(Self.color(2))
    case .bad: Style(Self.color(1))
    case .match: Style(Self.color(3), .bold)
    }
  }

  public func selected(_ style: Style, isActive: Bool) -> Style { NoColorTheme().selected(style, isActive: isActive) }

  /// The first 16 of the 256 colours are those of the other palette.
  private static func color(_ number: UInt8) -> Color { Color(number, basic: number) }
}
