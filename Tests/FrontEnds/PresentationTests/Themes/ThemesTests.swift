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

  /// WCAG: 4.5 to 1 for text, 7 to 1 in the high-contrast theme. Rules are not text and only have to be visible. Users adjust their 16 colours to
  /// be readable; xterm's defaults must reach the contrast for large text, 3 to 1.
  @Test(arguments: names.filter { $0 != "none" }, [TerminalBackground.light, .dark])
  func `every role is readable on every background, also in a selected row`(name: String, background: TerminalBackground) throws {
    let own = try #require(Themes[name])
    // A light theme on a dark terminal and the reverse paint the whole screen.
    let theme = own.suited(to: background)
    #expect(theme.name == name)
    for (red, green, blue) in Self.shades(background) {
      let ground = Luminance.relative(red: red, green: green, blue: blue)
      let text = background == .light ? 0 : Luminance.relative(red: 0.9, green: 0.9, blue: 0.9)
      for role in Role.allCases {
        let plain = theme.style(role)
        let least = role == .rule ? 1.5 : name == "high-contrast" ? 7 : 4.5
        #expect(Palette.contrast(plain, ground: ground, text: text) >= least, "\(role)")
        guard role != .rule else { continue }
        for style in [plain, theme.selected(plain, isActive: true), theme.selected(plain, isActive: false)] {
          #expect(Palette.contrast(style, ground: ground, text: text) >= least, "\(role) \(style)")
          #expect(Palette.contrast(style, ground: ground, text: text, basic: true) >= 3, "\(role) \(style)")
          #expect(style == plain || style.background != nil && style.foreground != nil, "\(role)")
        }
      }
    }
    let styles = [
      theme.style(.text), theme.selected(theme.style(.text), isActive: true), theme.selected(theme.style(.text), isActive: false),
    ]
    #expect(Set(styles).count == 3)
  }

  /// Common backgrounds: pure black and white, and popular shades close to them.
  private static func shades(_ background: TerminalBackground) -> [(Double, Double, Double)] {
    background == .light ? [(1, 1, 1), (0.992, 0.965, 0.89)] : [(0, 0, 0), (0.118, 0.118, 0.118), (0.118, 0.118, 0.18)]
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

  @Test func `the automatic theme matches the terminal's background`() {
    #expect(Themes.theme(for: .light).name == "light")
    #expect(Themes.theme(for: .dark).name == "dark")
    #expect(Themes.theme(for: nil).name == "dark")
  }
}
