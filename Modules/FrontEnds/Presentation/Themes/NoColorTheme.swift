/// No colour at all: weight, lines under text and reversed rows say everything. For NO_COLOR and for terminals without colours.
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
