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

  /// Returns the style of a selected row with colours of its own for terminals with eight colours, where it might have the colour of the screen:
  /// bright colours are dark ones there. Of blue and cyan, the active row has the one that stands out more.
  private func distinct(_ style: Style, isActive: Bool) -> Style {
    guard let foreground = style.foreground, let row = style.background else { return style }
    let isLight = background.eight == 7
    let (textIndex, rowIndex): (UInt8, UInt8) = isActive == isLight ? (7, 4) : (0, 6)
    return Style(
      Color(foreground.indexed, basic: foreground.basic, eight: textIndex), on: Color(row.indexed, basic: row.basic, eight: rowIndex),
      style.attributes)
  }
}
