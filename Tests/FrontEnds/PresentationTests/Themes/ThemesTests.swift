import MessageBus
import OrderedJSON
import Testing

@testable import Presentation

@Suite struct ThemesTests {
  static let names = Themes.all.map(\.name)

  @Test func `a theme is chosen by its name`() {
    #expect(Self.names == ["dark", "light", "high-contrast", "none"])
    #expect(Themes["light"]?.style(.title) == Theme.light.style(.title))
    #expect(Themes["pink"] == nil)
  }

  /// Names are in these colours on the command line, which does not know the background.
  @Test func `a theme for an unknown background is readable on black and on white`() {
    for role in Role.allCases {
      let style = Theme.unknownBackground.style(role)
      for (ground, text) in [(1.0, 0.0), (0.0, 1.0)] {
        #expect(Palette.contrast(style, ground: ground, text: text) > 3.8, "\(role)")
        #expect(role == .good || Palette.contrast(style, ground: ground, text: text, basic: true) > 3.5, "\(role)")
      }
    }
  }

  @Test func `a theme from a file has its own styles and those of its base`() throws {
    let theme = try Theme(
      ["base": "light", "title": "55 bold", "match": "black on 220 underline", "key": "yellow", "muted": "250"], at: "/x/mine.json")
    #expect(theme.name == "mine.json" && theme.ground == .light && theme.style(.bad) == Theme.light.style(.bad))
    #expect(theme.style(.title) == Style(Color(55, basic: 4), .bold) && theme.style(.muted) == Style(Color(250, basic: 15)))
    #expect(theme.style(.match) == Style(Color(0, basic: 0), on: Color(220, basic: 11), .underline))
    #expect(theme.style(.key) == Style(Color(3, basic: 3)))
  }

  @Test(arguments: [
    (#"{"titel": "red"}"#, "titel", "title"), (#"{"title": "purplish"}"#, "purplish", "magenta"), (#"{"title": "256"}"#, "256", "title"),
    (#"{"bad": "on reddish"}"#, "on reddish", "bad"), (#"{"bad": [7]}"#, "bad", "0…255"), (#"{"base": "grey"}"#, "grey", "high-contrast"),
  ])
  func `an invalid theme names the role and the colour`(text: String, first: String, second: String) throws {
    let members = try #require(try JSON(parsing: text).object)
    let problem = try #require(throws: Problem.self) { try Theme(members, at: "/x/mine.json") }
    #expect([first, second, "/x/mine.json"].allSatisfy { problem.detail?.contains($0) == true }, "\(problem.detail ?? "")")
  }

  /// WCAG: 4.5 to 1 for text, 7 to 1 in the high-contrast theme. Rules are not text and only have to be visible.
  @Test(arguments: names.filter { $0 != "none" }) func `every role is readable`(name: String) throws {
    let theme = try #require(Themes[name])
    for ground in try grounds(name) {
      for role in Role.allCases {
        let least = role == .rule ? 1.5 : name == "high-contrast" ? 7 : 4.5
        let contrast = Palette.contrast(theme.style(role), ground: ground.background, text: ground.text)
        #expect(contrast >= least, "\(role) on \(ground): \(contrast)")
      }
    }
  }

  @Test(arguments: names.filter { $0 != "none" }) func `every role is readable in a selected row`(name: String) throws {
    let theme = try #require(Themes[name])
    let ground = try #require(try grounds(name).first)
    for role in Role.allCases where role != .rule {
      for isActive in [true, false] {
        let style = theme.selected(theme.style(role), isActive: isActive)
        let contrast = Palette.contrast(style, ground: ground.background, text: ground.text)
        #expect(style.background != nil && style.foreground != nil)
        #expect(contrast >= (name == "high-contrast" ? 7 : 4.5), "\(role), active \(isActive): \(contrast)")
      }
    }
  }

  /// A light theme on a dark terminal and the reverse: the theme paints the whole screen.
  @Test(arguments: names.filter { $0 != "none" }, [TerminalBackground.light, .dark])
  func `every theme is readable on every background`(name: String, background: TerminalBackground) throws {
    let theme = try #require(Themes[name]).suited(to: background)
    #expect(theme.name == name)
    let (ground, text) = background == .light ? (1.0, 0.0) : (0.0, 0.8)
    for role in Role.allCases where role != .rule {
      let plain = theme.style(role)
      for style in [plain, theme.selected(plain, isActive: true), theme.selected(plain, isActive: false)] {
        #expect(Palette.contrast(style, ground: ground, text: text) >= 4.5, "\(role) \(style)")
        #expect(Palette.contrast(style, ground: ground, text: text, basic: true) >= 3, "\(role) \(style)")
      }
    }
    let styles = [
      theme.style(.text), theme.selected(theme.style(.text), isActive: true), theme.selected(theme.style(.text), isActive: false),
    ]
    #expect(Set(styles).count == 3)
  }

  /// Eight colours have no bright ones.
  @Test(arguments: names, [TerminalBackground.light, .dark])
  func `a selected row stands out from a painted screen with eight colours`(name: String, background: TerminalBackground) throws {
    let theme = try #require(Themes[name]).suited(to: background)
    guard let ground = theme.style(.text).background else { return }
    for role in Role.allCases {
      for isActive in [true, false] {
        let style = theme.selected(theme.style(role), isActive: isActive)
        let (text, row) = (try #require(style.foreground), try #require(style.background))
        #expect(row.eight != ground.eight, "\(role), active \(isActive)")
        #expect(text.eight != row.eight, "\(role), active \(isActive)")
      }
    }
  }

  @Test func `a theme keeps a background that suits it`() {
    #expect(Theme.dark.suited(to: .dark).style(.text) == .plain)
    #expect(Theme.light.suited(to: .light).style(.text) == .plain)
    #expect(Theme.dark.suited(to: nil).style(.text) == .plain)
    #expect(Theme.light.suited(to: nil).style(.text).background != nil)
    #expect(Theme.colorless.suited(to: .light).style(.text) == .plain)
  }

  /// Users adjust their 16 colours to be readable; xterm's defaults must reach the contrast for large text, 3 to 1.
  @Test(arguments: names.filter { $0 != "none" }) func `every role is readable with 16 colours`(name: String) throws {
    let theme = try #require(Themes[name])
    let ground = try #require(try grounds(name).first)
    for role in Role.allCases where role != .rule {
      let plain = theme.style(role)
      for style in [plain, theme.selected(plain, isActive: true), theme.selected(plain, isActive: false)] {
        let contrast = Palette.contrast(style, ground: ground.background, text: ground.text, basic: true)
        #expect(contrast >= 3, "\(role) \(style): \(contrast)")
      }
    }
  }

  /// Common backgrounds: pure black and white, and popular shades close to them.
  private func grounds(_ name: String) throws -> [(background: Double, text: Double)] {
    let light = [(1, 1, 1), (0.992, 0.965, 0.89)].map { (Luminance.relative(red: $0.0, green: $0.1, blue: $0.2), 0.0) }
    let dark = [(0, 0, 0), (0.118, 0.118, 0.118), (0.118, 0.118, 0.18)]
      .map { (Luminance.relative(red: $0.0, green: $0.1, blue: $0.2), Luminance.relative(red: 0.9, green: 0.9, blue: 0.9)) }
    switch name {
    case "light": return light
    case "dark": return dark
    default: return light + dark
    }
  }
}
