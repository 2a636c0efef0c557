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

/// Theme of command-line output on a terminal whose background is unknown. Its colours are readable on light and dark backgrounds: the contrast
/// of those of the 256 is about the same on black and on white. Of the 16, yellow and cyan are unreadable on white, and blue is on black. Everything
/// else is bold or dim. The explorer asks the terminal for its background instead.
public struct UnknownBackgroundTheme: Theme {
  public init() {}
  public let name = "unknown"

  public func style(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .title, .tab, .key: Style(nil, .bold)
    case .muted, .rule: Style(nil, .dim)
    case .accent: Style(Color(31, basic: 5))
    case .caution, .crawl: Style(Self.amber)
    case .good: Style(Color(28, basic: 2))
    case .bad: Style(Color(160, basic: 1))
    case .match: Style(Self.amber, .bold)
    }
  }

  public func selected(_ style: Style, isActive: Bool) -> Style { NoColorTheme().selected(style, isActive: isActive) }

  private static let amber = Color(130, basic: 5)
}
