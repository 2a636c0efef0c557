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
    return Style(selected.foreground ?? text, on: selected.background ?? background, selected.attributes)
  }
}
