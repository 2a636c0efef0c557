/// One style per role, and how a selected row looks.
public struct Theme: Sendable {
  /// Name in settings and options: `dark`.
  public let name: String
  /// The background of the terminal that the theme suits and keeps; `nil` for a theme that suits every background.
  public private(set) var ground: TerminalBackground?
  private var styles: [Role: Style]
  private var select: @Sendable (_ style: Style, _ isActive: Bool) -> Style

  /// Roles without a style have the terminal's default one.
  init(
    _ name: String, for ground: TerminalBackground? = nil, _ styles: [Role: Style],
    selected select: @escaping @Sendable (_ style: Style, _ isActive: Bool) -> Style
  ) { (self.name, self.ground, self.styles, self.select) = (name, ground, styles, select) }

  /// Creates a theme that differs from `base` in these styles.
  init(_ name: String, _ base: Theme, _ styles: [Role: Style]) {
    self.init(name, for: base.ground, base.styles.merging(styles) { $1 }, selected: base.select)
  }

  /// Returns the style of a role on the screen's background.
  public func style(_ role: Role) -> Style { styles[role] ?? .plain }

  /// Returns the style of the same text in a selected row. `isActive` is `true` if the row has the keyboard focus.
  public func selected(_ style: Style, isActive: Bool) -> Style { select(style, isActive) }

  /// Whether the lines between the parts of a screen are fainter than the text, so that stars and fading text are, too.
  public var hasFaintColor: Bool { style(.rule).foreground != style(.text).foreground }

  /// Returns the theme for a terminal with this background: one that does not suit it paints a background of its own. An unknown background
  /// counts as dark, as most are.
  public func suited(to background: TerminalBackground?) -> Theme {
    guard let ground, ground != background ?? .dark else { return self }
    return switch ground {
    case .dark: painted(text: Color(252, basic: 15), on: Color(233, basic: 0))
    case .light: painted(text: Color(235, basic: 0), on: Color(231, basic: 15))
    }
  }

  /// Returns the theme with colours in place of the terminal's default ones.
  private func painted(text: Color, on background: Color) -> Theme {
    func paint(_ style: Style) -> Style { Style(style.foreground ?? text, on: style.background ?? background, style.attributes) }
    let styles = Role.allCases.map { ($0, paint(style($0))) }
    return Theme(name, Dictionary(uniqueKeysWithValues: styles)) { [select] style, isActive in
      let own = Style(
        style.foreground == text ? nil : style.foreground, on: style.background == background ? nil : style.background, style.attributes)
      let selected = select(own, isActive)
      // With eight colours, where bright colours are dark ones, the row might have the colour of the screen. Of blue and cyan, the active row has
      // the one that stands out more.
      let (textIndex, rowIndex): (UInt8, UInt8) = isActive == (background.eight == 7) ? (7, 4) : (0, 6)
      return Style(
        (selected.foreground ?? text).with(eight: textIndex), on: (selected.background ?? background).with(eight: rowIndex),
        selected.attributes)
    }
  }
}

extension Color {
  fileprivate func with(eight: UInt8) -> Color { Color(indexed, basic: basic, eight: eight) }
}
