public struct DarkTheme: Theme {
  public init() {}
  public let name = "dark"
  public func style(_ role: Role) -> Style { .plain }
  public func selected(_ style: Style, isActive: Bool) -> Style { style }
}
