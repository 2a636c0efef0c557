/// Theme without colours, for NO_COLOR and for monochrome terminals: uses bold, underline and reverse video only.
public struct NoColorTheme: Theme {
  public init() {}
  public let name = "none"

  public func style(_ role: Role) -> Style {
    switch role {
    case .text, .muted, .good, .rule: .plain
    case .title, .key, .caution, .bad, .crawl: Style(nil, .bold)
    case .accent: Style(nil, .underline)
    case .match: Style(nil, [.bold, .underline])
    case .tab: Style(nil, [.bold, .reverse])
    }
  }

  public func selected(_ style: Style, isActive: Bool) -> Style {
    var selected = style
    selected.attributes.insert(isActive ? .reverse : .bold)
    return selected
  }
}
