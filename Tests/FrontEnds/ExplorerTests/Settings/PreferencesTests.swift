import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import Explorer

@Suite struct PreferencesTests {
  static let path = "/home/u/.config/holocron/config.json"

  func preferences(
    _ flags: [String: String] = [:], _ environment: [String: String] = [:], _ file: String = "{}"
  ) throws -> Preferences {
    let members = try #require(try JSON(parsing: file).object)
    return try Preferences(
      flags: flags, environment: { environment[$0] }, files: ConfigurationFiles([ConfigurationFile(path: Self.path, members: members)]))
  }

  @Test func `every preference has a default`() throws {
    let preferences = try Preferences()
    #expect(preferences.theme.value.theme(on: nil).name == "dark")
    #expect(preferences.theme.value.theme(on: .light).name == "light")
    #expect(preferences.language.value.code == "en")
    #expect(preferences.units.value == .metric)
    #expect(preferences.mouse.value && preferences.motion.value)
    #expect(preferences.keys.value == [:])
    let sources = [
      preferences.theme.source, preferences.language.source, preferences.units.source, preferences.mouse.source, preferences.motion.source,
      preferences.complete.source, preferences.keys.source,
    ]
    #expect(sources.map(\.description) == Array(repeating: "default", count: 7))
  }

  static let everything = """
    {"log": {"level": "debug"}, "fetch": 1,
     "explorer": {"theme": "light", "language": "de", "units": "imperial", "mouse": false, "motion": "off", "complete": true,
                  "keys": {"sort": ["s", "ctrl-s"], "quit": "q", "page-up": []}}}
    """

  @Test func `the file can set every preference`() throws {
    let preferences = try preferences([:], ["LANG": "fr_FR.UTF-8"], Self.everything)
    #expect(preferences.theme.value.theme(on: nil).name == "light")
    #expect(preferences.theme.source.description == "'explorer.theme' in \(Self.path)")
    #expect(preferences.language.value.code == "de")
    #expect(preferences.units.value == .imperial)
    #expect(!preferences.mouse.value && !preferences.motion.value && preferences.complete.value)
    #expect(preferences.keys.value == [.sort: ["s", "ctrl-s"], .quit: ["q"], .pageUp: []])
    #expect(preferences.keys.source.description == "'explorer.keys' in \(Self.path)")
  }

  @Test func `a theme is read from a file beside the one that names it`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("config.json")
    func preferences(_ theme: String) throws -> Preferences {
      try Preferences(files: ConfigurationFiles([ConfigurationFile(path: path, members: ["explorer": ["theme": .string(theme)]])]))
    }
    try RegularFile.replace(directory.file("mine.json"), with: Array(#"{"title": "red"}"#.utf8))
    let theme = try preferences("./mine.json").theme.value.theme(on: nil)
    #expect(theme.name == "mine.json" && theme.style(.title).foreground?.indexed == 1)
    // It can be chosen again after another one.
    #expect(Explorer.Settings(theme: theme, language: English()).themes.map(\.name).last == "mine.json")
    try RegularFile.replace(directory.file("mine.json"), with: Array(#"{"title": "pink"}"#.utf8))
    #expect(try preferences("mine.json").warning?.detail?.contains("invalid value 'pink' for 'title'") == true)
    #expect(try preferences("./other.json").warning?.detail?.contains("other.json") == true)
  }

  @Test func `the environment takes precedence over the file`() throws {
    let environment = [
      "HOLOCRON_THEME": "high-contrast", "HOLOCRON_LANGUAGE": "wookiee", "HOLOCRON_UNITS": "METRIC", "HOLOCRON_MOUSE": "1",
      "HOLOCRON_MOTION": "yes",
    ]
    let preferences = try preferences([:], environment, Self.everything)
    #expect(preferences.theme.value.theme(on: nil).name == "high-contrast")
    #expect(preferences.theme.source.description == "HOLOCRON_THEME")
    #expect(preferences.language.value.code == "x-wookiee")
    #expect(preferences.units.value == .metric)
    #expect(preferences.mouse.value && preferences.motion.value)
  }

  @Test func `options take precedence over everything`() throws {
    let preferences = try preferences(
      ["theme": "none", "language": "ja", "units": "metric", "mouse": "off", "motion": "off"],
      ["HOLOCRON_THEME": "wrong", "HOLOCRON_LANGUAGE": "de", "HOLOCRON_MOUSE": "on"], Self.everything)
    #expect(preferences.theme.value.theme(on: .light).name == "none")
    #expect(preferences.theme.source.description == "--theme")
    #expect(preferences.language.value.code == "ja")
    #expect(preferences.language.source.description == "--lang")
    #expect(!preferences.mouse.value && !preferences.motion.value)
  }

  @Test(
    arguments: [
      ([:], ["NO_COLOR": "1"], "none", "NO_COLOR"), ([:], ["NO_COLOR": ""], "light", "'explorer.theme' in \(path)"),
      ([:], ["NO_COLOR": "1", "HOLOCRON_THEME": "dark"], "dark", "HOLOCRON_THEME"),
      (["theme": "light"], ["NO_COLOR": "1"], "light", "--theme"),
      ([:], ["HOLOCRON_THEME": ""], "light", "'explorer.theme' in \(path)"), (["theme": "auto"], ["NO_COLOR": "1"], "dark", "--theme"),
    ] as [([String: String], [String: String], String, String)])
  func `NO_COLOR takes precedence over the file only`(flags: [String: String], environment: [String: String], theme: String, source: String)
    throws
  {
    let preferences = try preferences(flags, environment, Self.everything)
    #expect(preferences.theme.value.theme(on: nil).name == theme)
    #expect(preferences.theme.source.description == source)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "de", "LANG"), (["LC_ALL": "fr_FR", "LANG": "de_DE.UTF-8"], "fr", "LC_ALL"),
    (["LC_ALL": "", "LC_MESSAGES": "es_ES", "LANG": "de"], "es", "LC_MESSAGES"), (["LC_ALL": "C", "LANG": "de_DE"], "en", "default"),
    (["LANG": "sv_SE.UTF-8"], "en", "default"), ([:], "en", "default"),
  ])
  func `the locale sets the language if nothing else does`(environment: [String: String], code: String, source: String) throws {
    let language = try preferences([:], environment).language
    #expect(language.value.code == code)
    #expect(language.source.description == source)
  }

  /// The setting that the error names, and what was probably meant.
  @Test(
    arguments: [
      (#"{"explorer.theme": "light"}"#, "explorer.theme", nil), (#"{"explorer": {"language": "dee"}}"#, "explorer.language", "de"),
      (#"{"explorer": {"units": "feet"}}"#, "explorer.units", nil), (#"{"explorer": {"mouse": "maybe"}}"#, "explorer.mouse", nil),
      (#"{"explorer": {"mouse": 1}}"#, "explorer.mouse", nil), (#"{"explorer": {"them": "dark"}}"#, "explorer.them", "theme"),
      (#"{"explorer": "dark"}"#, "explorer", nil), (#"{"explorer": {"keys": ["q"]}}"#, "explorer.keys", nil),
      (#"{"explorer": {"keys": {"srot": "s"}}}"#, "explorer.keys.srot", "sort"),
      (#"{"explorer": {"keys": {"sort": ["s", 5]}}}"#, "explorer.keys.sort", nil),
      (#"{"explorer": {"keys": {"sort": ""}}}"#, "explorer.keys.sort", nil),
    ] as [(String, String, String?)])
  func `an error in the file names the setting`(file: String, setting: String, meant: String?) throws {
    let problem = #expect(throws: Problem.self) { try preferences([:], [:], file) }
    #expect(problem?.status == 400 && problem?.exitCode == .usage)
    #expect(problem?.detail?.contains("'\(setting)' in \(Self.path)") == true, "\(problem?.detail ?? "")")
    #expect(problem?.extensions["suggestions"]?.array?.first?.string == meant)
  }

  @Test func `text needs the language and the units only`() throws {
    let files = ConfigurationFiles([ConfigurationFile(path: Self.path, members: ["explorer": ["mouse": "maybe", "units": "imperial"]])])
    let preferences = try Preferences(files: files, isForText: true)
    #expect(preferences.units.value == .imperial && preferences.warning?.detail?.contains("'explorer.mouse'") == true)
    #expect(throws: Problem.self) { try Preferences(flags: ["units": "feet"], isForText: true) }
  }

  @Test(
    arguments: [
      (#"{"explorer": {"theme": "lihgt"}}"#, [:], "invalid value 'lihgt' for 'explorer.theme'"),
      (#"{"explorer": {"theme": ["dark"]}}"#, [:], "'explorer.theme' in \(path) must be a string"),
      ("{}", ["HOLOCRON_THEME": "pink"], "invalid value 'pink' for HOLOCRON_THEME"),
    ] as [(String, [String: String], String)])
  func `an invalid theme is a warning, and the default is used`(file: String, environment: [String: String], warning: String) throws {
    let preferences = try preferences([:], environment, file)
    #expect(preferences.theme.source.description == "default")
    #expect(preferences.warning?.detail?.hasPrefix(warning) == true)
  }

  @Test(
    arguments: [
      (["theme": "pink"], [:], "invalid value 'pink' for --theme"), (["language": "klingon"], [:], "invalid value 'klingon' for --lang"),
      ([:], ["HOLOCRON_UNITS": "a\u{1B}b"], "invalid value 'a\u{FFFD}b' for HOLOCRON_UNITS"),
    ] as [([String: String], [String: String], String)])
  func `invalid options and variables are named`(flags: [String: String], environment: [String: String], detail: String) throws {
    let problem = #expect(throws: Problem.self) { try preferences(flags, environment) }
    #expect(problem?.detail?.hasPrefix(detail) == true)
  }
}
