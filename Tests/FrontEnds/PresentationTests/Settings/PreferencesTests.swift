import Localization
import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import Presentation

@Suite struct PreferencesTests {
  static let path = "/home/u/.config/holocron/config.json"

  private func preferences(
    _ flags: [String: String] = [:], _ environment: [String: String] = [:], _ file: String = "{}", at path: String = path,
    isForText: Bool = false
  ) throws -> Preferences {
    let files = ConfigurationFiles([try .checked(Array(file.utf8), at: path)])
    return try Preferences(flags: flags, environment: { environment[$0] }, files: files, isForText: isForText)
  }

  static let everything = """
    {"log": {"level": "debug"}, "fetch": 1,
     "explorer": {"theme": "light", "language": "de", "units": "imperial", "mouse": false, "motion": "off", "absent": true, "complete": true,
                  "keys": {"sort": ["s", "ctrl-s"], "quit": "q", "page-up": []}}}
    """

  /// Options, variables, the file, and settings with their value and source.
  static let cases: [([String: String], [String: String], String, [String])] = [
    (
      [:], [:], "{}",
      [
        "theme auto default", "language en default", "units metric default", "mouse on default", "motion on default", "absent off default",
        "complete off default",
      ]
    ),
    (
      [:], ["LANG": "fr_FR.UTF-8"], everything,
      [
        "theme light file", "language de file", "units imperial file", "mouse off file", "motion off file", "absent on file",
        "complete on file", "keys.sort s ctrl-s file", "keys.quit q file", "keys.page-up  file",
      ]
    ),
    // Variables override the file.
    (
      [:],
      [
        "HOLOCRON_THEME": "high-contrast", "HOLOCRON_LANGUAGE": "wookiee", "HOLOCRON_UNITS": "METRIC", "HOLOCRON_MOUSE": "1",
        "HOLOCRON_MOTION": "yes",
      ], everything,
      [
        "theme high-contrast HOLOCRON_THEME", "language x-wookiee HOLOCRON_LANGUAGE", "units metric HOLOCRON_UNITS",
        "mouse on HOLOCRON_MOUSE", "motion on HOLOCRON_MOTION",
      ]
    ),
    // Options override everything.
    (
      ["theme": "none", "language": "ja", "units": "metric", "mouse": "off"],
      ["HOLOCRON_THEME": "wrong", "HOLOCRON_LANGUAGE": "de", "HOLOCRON_MOUSE": "on"], everything,
      ["theme none --theme", "language ja --lang", "units metric --units", "mouse off --no-mouse"]
    ),
    // NO_COLOR overrides the file only.
    ([:], ["NO_COLOR": "1"], everything, ["theme none NO_COLOR"]), ([:], ["NO_COLOR": ""], everything, ["theme light file"]),
    ([:], ["NO_COLOR": "1", "HOLOCRON_THEME": "dark"], everything, ["theme dark HOLOCRON_THEME"]),
    (["theme": "auto"], ["NO_COLOR": "1"], everything, ["theme auto --theme"]),
    ([:], ["HOLOCRON_THEME": ""], everything, ["theme light file"]),
    // The locale sets the language if nothing else does.
    ([:], ["LANG": "de_DE.UTF-8"], "{}", ["language de LANG"]),
    ([:], ["LC_ALL": "fr_FR", "LANG": "de_DE.UTF-8"], "{}", ["language fr LC_ALL"]),
    ([:], ["LC_ALL": "", "LC_MESSAGES": "es_ES", "LANG": "de"], "{}", ["language es LC_MESSAGES"]),
    ([:], ["LC_ALL": "C", "LANG": "de_DE"], "{}", ["language en default"]),
    ([:], ["LANG": "sv_SE.UTF-8"], "{}", ["language en default"]),
  ]

  @Test(arguments: cases)
  func `the strongest source decides`(flags: [String: String], variables: [String: String], file: String, expected: [String]) throws {
    let rows = try preferences(flags, variables, file).rows.map { row in
      let source = row.source == .setting(row.name, file: Self.path) ? "file" : "\(row.source)"
      return "\(row.name.dropFirst("explorer.".count)) \(row.value) \(source)"
    }
    #expect(Set(expected).isSubset(of: rows), "\(rows)")
  }

  @Test func `values are read as what they mean`() throws {
    let (standard, chosen) = (try preferences(), try preferences([:], [:], Self.everything))
    #expect(standard.theme == nil)
    #expect(chosen.theme?.name == "light" && chosen.language.code == "de" && chosen.units == .imperial)
    #expect(standard.isOn(.mouse) && !chosen.isOn(.mouse))
    #expect(try chosen.keyMap().action(for: KeyStroke(.character("s"), control: true)) == .sort)
  }

  @Test func `a theme is read from a file beside the one that names it`() throws {
    let directory = try TemporaryDirectory()
    func preferences(_ theme: String) throws -> Preferences {
      try self.preferences([:], [:], "{\"explorer\": {\"theme\": \"\(theme)\"}}", at: directory.file("config.json"))
    }
    try RegularFile.replace(directory.file("mine.json"), with: Array(#"{"title": "red"}"#.utf8))
    let theme = try #require(try preferences("./mine.json").theme)
    #expect(theme.name == "mine.json" && theme.style(.title).foreground?.indexed == 1)
    try RegularFile.replace(directory.file("mine.json"), with: Array(#"{"title": "pink"}"#.utf8))
    #expect(try preferences("mine.json").warning?.detail?.contains("invalid value 'pink' for 'title'") == true)
    #expect(try preferences("./other.json").warning?.detail?.contains("other.json") == true)
  }

  /// Options, variables, the file, a part of the error, and what was probably meant.
  static let mistakes: [([String: String], [String: String], String, String, String?)] = [
    ([:], [:], #"{"explorer.theme": "light"}"#, "'explorer.theme' in \(path)", nil),
    ([:], [:], #"{"explorer": {"language": "dee"}}"#, "'explorer.language' in \(path)", "de"),
    ([:], [:], #"{"explorer": {"units": "feet"}}"#, "'explorer.units' in \(path)", nil),
    ([:], [:], #"{"explorer": {"mouse": "maybe"}}"#, "'explorer.mouse' in \(path)", nil),
    ([:], [:], #"{"explorer": {"mouse": 1}}"#, "'explorer.mouse' in \(path) must be true or false", nil),
    ([:], [:], #"{"explorer": {"them": "dark"}}"#, "'explorer.them' in \(path)", "theme"),
    ([:], [:], #"{"explorer": "dark"}"#, "'explorer' in \(path)", nil),
    ([:], [:], #"{"explorer": {"keys": ["q"]}}"#, "'explorer.keys' in \(path)", nil),
    ([:], [:], #"{"explorer": {"keys": {"srot": "s"}}}"#, "'explorer.keys.srot' in \(path)", "sort"),
    ([:], [:], #"{"explorer": {"keys": {"sort": ["s", 5]}}}"#, "'explorer.keys.sort' in \(path)", nil),
    ([:], [:], #"{"explorer": {"keys": {"sort": ""}}}"#, "'explorer.keys.sort' in \(path)", nil),
    (["theme": "pink"], [:], "{}", "invalid value 'pink' for --theme", nil),
    (["language": "klingon"], [:], "{}", "invalid value 'klingon' for --lang", nil),
    ([:], ["HOLOCRON_UNITS": "a\u{1B}b"], "{}", "invalid value 'a\u{FFFD}b' for HOLOCRON_UNITS", nil),
  ]

  @Test(arguments: mistakes) func `a mistake names its source`(
    flags: [String: String], variables: [String: String], file: String, part: String, meant: String?
  ) throws {
    let problem = #expect(throws: Problem.self) { try preferences(flags, variables, file) }
    #expect(problem?.status == 400 && problem?.exitCode == .usage)
    #expect(problem?.detail?.contains(part) == true, "\(problem?.detail ?? "")")
    #expect(problem?.extensions["suggestions"]?.array?.first?.string == meant)
  }

  @Test func `text needs the language and the units only`() throws {
    let preferences = try preferences([:], [:], #"{"explorer": {"mouse": "maybe", "units": "imperial"}}"#, isForText: true)
    #expect(preferences.units == .imperial && preferences.warning?.detail?.contains("'explorer.mouse'") == true)
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
    #expect(preferences[.theme].source == .standard)
    #expect(preferences.warning?.detail?.hasPrefix(warning) == true)
  }
}
