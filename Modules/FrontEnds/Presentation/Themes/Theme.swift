/// Theme: one style per role. A theme is a file in this folder and an entry in ``Themes``.
public protocol Theme: Sendable {
  /// Name in settings and options: `dark`.
  var name: String { get }
  /// The background of the terminal that the theme suits and keeps; `nil` for a theme that suits every background.
  var ground: TerminalBackground? { get }
  /// Returns the style of a role on the screen's background.
  func style(_ role: Role) -> Style
  /// Returns the style of the same text in a selected row. `isActive` is `true` if the row has the keyboard focus.
  func selected(_ style: Style, isActive: Bool) -> Style
}

extension Theme {
  public var ground: TerminalBackground? { nil }

  /// Whether the lines between the parts of a screen are fainter than the text, so that stars and fading text are, too.
  public var hasFaintColor: Bool { style(.rule).foreground != style(.text).foreground }

  /// Returns the theme for a terminal with this background: one that does not suit it paints a background of its own. An unknown background
  /// counts as dark, as most are.
  public func suited(to background: TerminalBackground?) -> any Theme {
    guard let ground, ground != background ?? .dark else { return self }
    return switch ground {
    case .dark: PaintedTheme(self, text: Color(252, basic: 15), background: Color(233, basic: 0))
    case .light: PaintedTheme(self, text: Color(235, basic: 0), background: Color(231, basic: 15))
    }
  }
}
