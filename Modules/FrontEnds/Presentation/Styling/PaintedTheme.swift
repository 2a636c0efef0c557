/// A theme with colours in place of the terminal's default ones.
struct PaintedTheme: Theme {
  private let theme: any Theme
  private let text, background: Color

  init(_ theme: any Theme, text: Color, background: Color) {
    self.theme = theme
    self.text = text
    self.background = background
  }

  var name: String { theme.name }

  func style(_ role: Role) -> Style {
    let style = theme.style(role)
    return Style(style.foreground ?? text, on: style.background ?? background, style.attributes)
  }

  func selected(_ style: Style, isActive: Bool) -> Style {
    let foreground = style.foreground == text ? nil : style.foreground
    let selected = theme.selected(
      Style(foreground, on: style.background == background ? nil : style.background, style.attributes), isActive: isActive)
    return distinct(Style(selected.foreground ?? text, on: selected.background ?? background, selected.attributes), isActive: isActive)
  }

  /// Returns the style of a selected row with other basic colours if the row would not stand out from the screen on a terminal with eight
  /// colours, which shows bright colours as dark ones.
  private func distinct(_ style: Style, isActive: Bool) -> Style {
    guard let foreground = style.foreground, let row = style.background, row.basic % 8 == background.basic % 8 else { return style }
    let (textIndex, rowIndex): (UInt8, UInt8) = background.basic % 8 == 7 ? (15, isActive ? 4 : 0) : (0, 7)
    return Style(Color(foreground.indexed, basic: textIndex), on: Color(row.indexed, basic: rowIndex), style.attributes)
  }
}
