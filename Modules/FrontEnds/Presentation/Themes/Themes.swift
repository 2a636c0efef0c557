/// The built-in themes.
public enum Themes {
  /// The themes to choose from; the first is the default.
  public static let all: [Theme] = [.dark, .light, .highContrast, .colorless]

  public static subscript(name: String) -> Theme? { all.first { $0.name == name } }

  /// Returns the theme for a terminal background; `nil` means that the background is unknown.
  public static func theme(for background: TerminalBackground?) -> Theme { background == .light ? .light : .dark }
}

extension Theme {
  private static let black = Color(16, basic: 0)
  private static let white = Color(231, basic: 15)

  /// For dark backgrounds: the yellow of the opening crawl for titles and the selection, blue for links, and muted greys.
  public static let dark: Theme = {
    let (grey, blue, yellow, red) = (Color(246, basic: 7), Color(117, basic: 14), Color(220, basic: 11), Color(203, basic: 9))
    return Theme(
      "dark", for: .dark,
      [
        .key: Style(nil, .bold), .muted: Style(grey), .accent: Style(blue), .good: Style(Color(114, basic: 10)),
        .caution: Style(Color(208, basic: 3)), .bad: Style(red), .match: Style(yellow, [.bold, .underline]),
        .rule: Style(Color(240, basic: 8)), .title: Style(yellow, .bold), .tab: Style(yellow, .bold), .crawl: Style(yellow, .bold),
      ],
      selected: row(
        Color(255, basic: 15), [grey: Color(250, basic: 15), red: Color(210, basic: 15)], on: Color(237, basic: 4), Color(235, basic: 0)))
  }()

  /// For light backgrounds: purple for titles and the selection, because yellow is unreadable there, and blue for links.
  public static let light: Theme = {
    let (grey, blue, purple, brown) = (Color(241, basic: 0), Color(25, basic: 4), Color(90, basic: 5), Color(94, basic: 5))
    return Theme(
      "light", for: .light,
      [
        .key: Style(nil, .bold), .muted: Style(grey), .accent: Style(blue), .good: Style(Color(22, basic: 0)), .caution: Style(brown),
        .bad: Style(Color(124, basic: 1)), .match: Style(purple, [.bold, .underline]), .rule: Style(Color(249, basic: 8)),
        .title: Style(purple, .bold), .tab: Style(purple, .bold), .crawl: Style(purple, .bold),
      ],
      selected: row(
        black, [grey: Color(238, basic: 0), blue: Color(18, basic: 4), brown: Color(52, basic: 5)], on: Color(153, basic: 7),
        Color(254, basic: 7)))
  }()

  /// For low vision and projectors: white, yellow and cyan on black, independent of the terminal's background.
  public static let highContrast: Theme = {
    let yellow = Color(226, basic: 11)
    let title = Style(yellow, on: black, .bold)
    return Theme(
      "high-contrast",
      [
        .text: Style(white, on: black), .rule: Style(white, on: black), .muted: Style(Color(252, basic: 7), on: black),
        .accent: Style(Color(123, basic: 14), on: black), .good: Style(Color(118, basic: 10), on: black),
        .caution: Style(Color(214, basic: 11), on: black), .bad: Style(Color(217, basic: 15), on: black, .bold),
        .match: Style(yellow, on: black, [.bold, .underline]), .title: title, .key: title, .crawl: title,
        .tab: Style(black, on: yellow, .bold),
      ]
    ) { style, isActive in Style(black, on: isActive ? yellow : Color(252, basic: 7), style.attributes) }
  }()

  /// Without colours, for NO_COLOR and for monochrome terminals: uses bold, underline and reverse video only.
  public static let colorless = Theme(
    "none",
    [
      .title: Style(nil, .bold), .key: Style(nil, .bold), .caution: Style(nil, .bold), .bad: Style(nil, .bold), .crawl: Style(nil, .bold),
      .accent: Style(nil, .underline), .match: Style(nil, [.bold, .underline]), .tab: Style(nil, [.bold, .reverse]),
    ]
  ) { style, isActive in Style(style.foreground, on: style.background, style.attributes.union(isActive ? .reverse : .bold)) }

  /// For command-line output on a terminal whose background is unknown. Its colours are readable on light and dark backgrounds: the contrast of
  /// those of the 256 is about the same on black and on white. Of the 16, yellow and cyan are unreadable on white, and blue is on black.
  /// Everything else is bold or dim. The explorer asks the terminal for its background instead.
  public static let unknownBackground: Theme = {
    let amber = Color(130, basic: 5)
    return Theme(
      "unknown",
      [
        .title: Style(nil, .bold), .tab: Style(nil, .bold), .key: Style(nil, .bold), .muted: Style(nil, .dim), .rule: Style(nil, .dim),
        .accent: Style(Color(31, basic: 5)), .caution: Style(amber), .crawl: Style(amber), .good: Style(Color(28, basic: 2)),
        .bad: Style(Color(160, basic: 1)), .match: Style(amber, .bold),
      ], selected: { colorless.selected($0, isActive: $1) })
  }()

  /// Returns what makes a style that of a selected row: text and some colours have other colours there.
  private static func row(
    _ text: Color, _ colors: [Color: Color], on active: Color, _ inactive: Color
  ) -> @Sendable (_ style: Style, _ isActive: Bool) -> Style {
    { style, isActive in
      Style(style.foreground.map { colors[$0] ?? $0 } ?? text, on: isActive ? active : inactive, style.attributes)
    }
  }
}
