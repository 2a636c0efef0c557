/// Theme for light backgrounds: purple for titles and the selection, because yellow is unreadable there, and blue for links.
public struct LightTheme: Theme {
  public init() {}
  public let name = "light"
  public let ground: TerminalBackground? = .light

  private static let grey = Color(241, basic: 0)
  private static let blue = Color(25, basic: 4)
  private static let purple = Color(90, basic: 5)
  private static let brown = Color(94, basic: 5)

  public func style(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .key: Style(nil, .bold)
    case .muted: Style(Self.grey)
    case .accent: Style(Self.blue)
    case .good: Style(Color(22, basic: 0))
    case .caution: Style(Self.brown)
    case .bad: Style(Color(124, basic: 1))
    case .match: Style(Self.purple, [.bold, .underline])
    case .rule: Style(Color(249, basic: 8))
    case .title, .tab, .crawl: Style(Self.purple, .bold)
    }
  }

  public func selected(_ style: Style, isActive: Bool) -> Style {
    let foreground =
      switch style.foreground {
      case nil: Color(16, basic: 0)
      case Self.grey: Color(238, basic: 0)
      case Self.blue: Color(18, basic: 4)
      case Self.brown: Color(52, basic: 5)
      case let color: color
      }
    return Style(foreground, on: isActive ? Color(153, basic: 7) : Color(254, basic: 7), style.attributes)
  }
}
