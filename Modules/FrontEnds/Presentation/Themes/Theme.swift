/// Theme: one style per role. A theme is a file in this folder and an entry in ``Themes``.
public protocol Theme: Sendable {
  /// Name in settings and options: `dark`.
  var name: String { get }
  /// Returns the style of a role on the screen's background.
  func style(_ role: Role) -> Style
  /// Returns the style of the same text in a selected row. `isActive` is `true` if the row has the keyboard focus.
  func selected(_ style: Style, isActive: Bool) -> Style
}
