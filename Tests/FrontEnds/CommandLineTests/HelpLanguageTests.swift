import Console
import Localization
import Models
import OrderedJSON
import Presentation
import Synchronization
import TerminalText
import TestSupport
import Testing

@testable import CommandLine

/// The help in each language.
@Suite struct HelpLanguageTests {
  static let commands = Commands.standard(kinds: .standard)
  static let codes = Languages.all.map(\.code).filter { $0 != English().code }

  /// Every text that the help translates.
  static let texts: Set<String> = {
    let asked = Mutex<Set<String>>([])
    let record: @Sendable (String) -> String = { text in
      asked.withLock { _ = $0.insert(text) }
      return text
    }
    let help = Self.help(columns: 100, record)
    _ = (help.overview, help.short, help.welcome(""), HelpCommand.exitCodes(record), ExplorerHelp(columns: nil, translate: record).text)
    for topic in HelpTopic.all { _ = topic.document(record) }
    for command in commands.all { _ = help.page(of: command) }
    return asked.withLock(\.self)
  }()

  private static func help(columns: Int, _ translate: @escaping @Sendable (String) -> String) -> HelpText {
    let surface = Surface(isTerminal: true, columns: columns, usesColor: false)
    return HelpText(commands: commands, plugins: ["tui"], surface: surface, translate: translate)
  }

  /// If this fails, a text of the help has changed: remove its translation. New texts of the help are in English.
  @Test(arguments: codes) func `the tables of a language have only texts of the help, each once`(code: String) throws {
    let language = try #require(Languages.matching(code))
    let keys = language.helpTables.flatMap(\.keys)
    #expect(Set(keys).subtracting(Self.texts).sorted() == [], "\(code) has these, which the help does not show")
    #expect(Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [], "\(code) has these twice")
  }

  @Test(arguments: codes) func `translations name the same options, commands and variables`(code: String) throws {
    let language = try #require(Languages.matching(code))
    let commands = Set(Self.commands.all.map(\.name))
    for (english, text) in language.helpTables.joined() {
      var names = english.matches(of: /(?:^|[^a-z-])(--[a-z]+(?:-[a-z]+)*)/).map { String($0.1) }
      names += english.matches(of: /HOLOCRON_[A-Z_]+/).map { String($0.0) }
      names += english.matches(of: /holocron-[A-Za-z]+/).map { String($0.0) }
      names += english.matches(of: /holocron ([a-z]+)/).filter { commands.contains(String($0.1)) }.map { String($0.0) }
      for name in names { #expect(text.contains(name), "\(code): \(name) in: \(text)") }
      #expect(text.hasSuffix(".") || text.hasSuffix("。") || !english.hasSuffix("."), "\(code): \(text)")
    }
  }

  @Test(arguments: Languages.all.map(\.code)) func `the heading of a column is explained as the table has it`(code: String) throws {
    let language = try #require(Languages.matching(code))
    let heading = language.say(StatusPhrase.busy).uppercased()
    for details in [StatusCommand().details, TopCommand().details] { #expect(details.contains(StatusCommand.busyColumn)) }
    #expect(language.help(StatusCommand.busyColumn).contains("\(heading) 3/64"), "\(code)")
  }

  @Test func `a page has the headings and texts of the language, and the names of the program`() async throws {
    let harness = CommandHarness(columns: 80)
    try await harness.run("help random --lang de")
    let lines = harness.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(13) == [
        "Einen zufälligen Eintrag zeigen",
        "",
        "Aufruf",
        "  holocron random [KIND]",
        "",
        "Jeder Eintrag ist gleich wahrscheinlich. Fragt nur die erste Seite jeder Liste",
        "und die Seite des gewählten Eintrags ab.",
        "",
        "Optionen",
        "  --fields KEYS   Nur diese Felder zeigen, in dieser Reihenfolge, zum Beispiel",
        "                  name,films",
        "  --wire          Einträge so ausgeben, wie ein SWAPI-Server sie sendet",
        "  --dialect NAME  Mit --wire die Einträge so ausgeben wie Server dieses",
      ])
    #expect(lines.contains("Gemeinsame Optionen") && lines.contains("  holocron random species  eine Spezies"), "\(harness.output)")
  }

  @Test func `the overview and the exit codes are in the language of the locale`() async throws {
    let harness = CommandHarness(variables: ["LANG": "fr_FR.UTF-8"])
    try await harness.run("help")
    #expect(harness.output.hasPrefix("Holocron : une encyclopédie Star Wars pour le terminal\n\nSyntaxe\n"), "\(harness.output)")
    #expect(harness.output.contains("\nExemples\n  holocron films           les films dans l’ordre de l’histoire\n"), "\(harness.output)")
    let codes = CommandHarness(variables: ["LANG": "fr_FR.UTF-8"])
    try await codes.run("help exit-codes")
    #expect(codes.output.hasPrefix("0\tsuccès\n"), "\(codes.output)")
  }

  @Test func `without a command, the text is in the chosen language`() async throws {
    let harness = CommandHarness(columns: 80)
    #expect(
      try await harness.welcome("--lang es") == """
        Holocron: una enciclopedia de Star Wars para la terminal

        En marcha: holocron.cache, holocron.fetch, holocron.search

        Para probar
          holocron films           las películas en el orden de la historia
          holocron show luke       una ficha por su nombre
          holocron search tatoine  cualquier campo, admite erratas
          holocron explore         recorre el catálogo a pantalla completa

        Todas las órdenes: holocron help

        """)
  }

  @Test func `the help of the explorer is in the chosen language`() {
    let text = ExplorerHelp(columns: 80) { German().help($0) }.text.text
    #expect(
      text.hasPrefix(
        """
        Den Star-Wars-Katalog im Terminal erkunden

        Aufruf
          holocron-tui [KIND | TAB | KIND/ID | NAME | --search TEXT | --top] [OPTIONS]

        Erste Seite
          KIND           Eine Liste öffnen: films, people, planets, species, vehicles
        """), "\(text)")
    #expect(text.contains("\n  TAB            Einen Reiter öffnen: status, search oder favourites\n"), "\(text)")
  }

  /// If this fails, a front-end reads a variable that the help does not explain: add it to ``HelpTopic/environment`` with its translations.
  @Test func `the help explains each variable that front-ends read`() throws {
    let files = try ["Modules/FrontEnds", "Apps/holocron", "Apps/holocron-tui"].flatMap(ProjectFolder.swiftPaths)
    let lines = try files.flatMap { try ProjectFolder.text($0).split(separator: "\n") }
    let reading = lines.filter { $0.contains("environment") || $0.contains("variable(") || $0.contains("variables[") }
    let read = Set(reading.flatMap { $0.matches(of: /"([A-Z_]{4,})"/).map { String($0.1) } })
    let explained = Set(HelpTopic.environment.rows.flatMap { $0.term.split(separator: ", ").map(String.init) })
    #expect(read.count > 8)
    // Multiplexers of terminals set the first; the second prints times for developers.
    #expect(read.subtracting(explained).subtracting(["TMUX", "HOLOCRON_TUI_TIMES"]).sorted() == [])
  }

  @Test func `the variables and files are listed, for people and for programs`() async throws {
    let (text, json) = (CommandHarness(), CommandHarness())
    try await text.run("help files --lang de")
    #expect(text.output.hasPrefix("~/.config/holocron/config.json\tIhre Konfiguration\n"), "\(text.output)")
    try await json.run("help environment --json --lang de")
    let first = try JSON(parsing: json.output).array?.first
    #expect(first?["name"] == "HOLOCRON_BUS" && first?["meaning"] == "Connect to the bus at this endpoint, as with --bus")
  }

  @Test func `the JSON of the exit codes is the same in every language`() async throws {
    let harness = CommandHarness()
    try await harness.run("help exit-codes --json --lang de")
    #expect(try JSON(parsing: harness.output).array?.first?["meaning"] == "success")
  }

  @Test func `the spreadsheet of the exit codes is the same in every language`() async throws {
    let (english, german) = (CommandHarness(), CommandHarness())
    try await english.run("help exit-codes --output csv --lang en")
    try await german.run("help exit-codes --output csv --lang de")
    #expect(english.output == german.output && english.output.contains("meaning"), "\(german.output)")
  }

  /// A table truncates wider cells.
  @Test(arguments: codes) func `the exit codes fit eighty columns`(code: String) throws {
    let language = try #require(Languages.matching(code))
    let surface = Surface(isTerminal: true, columns: 80, usesColor: false)
    let text = TableFormat().render(HelpCommand.exitCodes { language.help($0) }, on: surface).text
    #expect(!text.contains("…"), "\(code): \(text)")
  }

  @Test func `a text without a translation stays in English`() {
    #expect(German().help("Print the weather on Hoth") == "Print the weather on Hoth")
    #expect(English().help("Print the version") == "Print the version")
  }

  /// Only example lines, and the forms of the usage, are longer than a line.
  @Test(arguments: [40, 80], codes + ["en"]) func `every text fits the columns of the terminal`(columns: Int, code: String) throws {
    let language = try #require(Languages.matching(code))
    let help = Self.help(columns: columns) { language.help($0) }
    let explorer = ExplorerHelp(columns: columns) { language.help($0) }
    let welcome = help.welcome(language.say(CommandPhrase.busWithoutWorkers("holocron up")))
    for text in [help.overview, welcome, explorer.text] + Self.commands.all.map({ help.page(of: $0) }) {
      for line in text.text.split(separator: "\n") where line.hasPrefix("   ") || !line.hasPrefix(" ") {
        #expect(String(line).columns <= columns, "\(code): \(line)")
      }
    }
  }

  @Test func `Japanese is wrapped by columns, between any two characters`() {
    let help = Self.help(columns: 40) { _ in "記録をひとつ無作為に選んで、すべての欄とともに表示します。" }
    #expect(
      help.page(of: VersionCommand()).text.hasPrefix(
        """
        記録をひとつ無作為に選んで、すべての欄と
        ともに表示します。

        記録をひとつ
        """))
    #expect(help.page(of: VersionCommand()).text.contains("\n  -q, --quiet       記録をひとつ無作為に\n                    選んで、すべての欄と\n"))
  }
}
