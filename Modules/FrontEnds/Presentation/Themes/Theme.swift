/// How everything looks: one style a role. A theme is a file in this folder and a line in ``Themes``.
public protocol Theme: Sendable {
  /// `dark`
  var name: String { get }
  /// How text of that role looks on the screen's own background.
  func style(_ role: Role) -> Style
  /// The same text in a selected row; `isActive` when keys go there.
  func selected(_ style: Style, isActive: Bool) -> Style
}
