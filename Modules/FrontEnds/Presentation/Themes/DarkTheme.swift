/// Theme for dark backgrounds: the yellow of the opening crawl for titles and the selection, blue for links, and muted greys.
public struct DarkTheme: Theme {
  public init() {}
  public let name = "dark"
  public let ground: TerminalBackground? = .dark

  private static let grey = Color(246, basic: 7)
  private static let blue = Color(117, basic: 14)
  private static let yellow = Color(220, basic: 11)
  private static let red = Color(203, basic: 9)

  public func style(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .key: Style(nil, .bold)
    case .muted: Style(Self.grey)
    case .accent: Style(Self.blue)
    case .good: Style(Color(114, basic: 10))
    case .caution: Style(Color(208, basic: 3))
    case .bad: Style(Self.red)
    case .match: Style(Self.yellow, [.bold, .underline])
    case .rule: Style(Color(240, basic: 8))
    case .title, .tab, .crawl: Style(Self.yellow, .bold)
    }
  }

  public func selected(_ style: Style, isActive: Bool) -> Style {
    let foreground =
      switch style.foreground {
      case nil: Color(255, basic: 15)
      case Self.grey: Color(250, basic: 15)
      case Self.red: Color(210, basic: 15)
      case let color: color
      }
    return Style(foreground, on: isActive ? Color(237, basic: 4) : Color(235, basic: 0), style.attributes)
  }
}
