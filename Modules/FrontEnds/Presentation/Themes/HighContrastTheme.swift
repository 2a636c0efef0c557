/// High-contrast theme for low vision and projectors: white, yellow and cyan on black, independent of the terminal's background.
public struct HighContrastTheme: Theme {
  public init() {}
  public let name = "high-contrast"

  private static let black = Color(16, basic: 0)
  private static let white = Color(231, basic: 15)
  private static let yellow = Color(226, basic: 11)

  public func style(_ role: Role) -> Style {
    switch role {
    case .text, .rule: Style(Self.white, on: Self.black)
    case .muted: Style(Color(252, basic: 7), on: Self.black)
    case .accent: Style(Color(123, basic: 14), on: Self.black)
    case .good: Style(Color(118, basic: 10), on: Self.black)
    case .caution: Style(Color(214, basic: 11), on: Self.black)
    case .bad: Style(Color(217, basic: 15), on: Self.black, .bold)
    case .match: Style(Self.yellow, on: Self.black, [.bold, .underline])
    case .title, .key, .crawl: Style(Self.yellow, on: Self.black, .bold)
    case .tab: Style(Self.black, on: Self.yellow, .bold)
    }
  }

  public func selected(_ style: Style, isActive: Bool) -> Style {
    Style(Self.black, on: isActive ? Self.yellow : Color(252, basic: 7), style.attributes)
  }
}
