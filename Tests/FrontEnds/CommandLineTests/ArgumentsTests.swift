import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
import TestSupport
import Testing
import Text

@testable import CommandLine

@Suite struct ArgumentsTests {
  static let options = ListCommand(kind: Kinds.standard.all[0]).options + CommonOptions.all

  func parse(_ line: String) throws(Problem) -> Arguments {
    try Arguments(line.split(separator: " ").map(String.init), options: Self.options)
  }

  @Test func `options may appear anywhere and in any form`() throws {
    let arguments = try parse("--json one --sort=title two --page 3 -q -ocsv")
    #expect(arguments.operands == ["one", "two"])
    #expect(arguments[CommonOptions.json])
    #expect(arguments[CommonOptions.quiet])
    #expect(!arguments[CommonOptions.noPager])
    #expect(arguments[ListCommand.sort] == "title")
    #expect(arguments[ListCommand.page] == 3)
    #expect(arguments[ListCommand.search] == nil)
    #expect(arguments[CommonOptions.output]?.name == "csv")
  }

  @Test func `short options may be bundled, the last with a value`() throws {
    for line in ["-qo json", "-qojson", "-qo=json"] {
      let arguments = try parse(line)
      #expect(arguments[CommonOptions.quiet], "\(line)")
      #expect(arguments[CommonOptions.output]?.name == "json", "\(line)")
      #expect(arguments.operands == [], "\(line)")
    }
    #expect(throws: Problem.self, "a value is not split") { try parse("-oq") }
  }

  @Test func `the last repeated option wins and two dashes end the options`() throws {
    #expect(try parse("--page 1 --page 2")[ListCommand.page] == 2)
    #expect(try parse("--page 1 --json --page=2")[all: ListCommand.page] == [1, 2])
    #expect(try parse("--json")[all: ListCommand.page] == [])
    #expect(try parse("a -- --json -x").operands == ["a", "--json", "-x"])
    #expect(try parse("-").operands == ["-"])
    #expect(
      try Arguments(["--search="], options: [OptionDefinition](Self.options.filter { $0.name != "search" }) + [anything]).operands == [])
  }

  @Test func `two different formats cannot be combined`() throws {
    #expect(try parse("--json").format()?.name == "json")
    #expect(try parse("-o json --json").format()?.name == "json")
    #expect(try parse("-o csv").format()?.name == "csv")
    #expect(try parse("").format() == nil)
    for line in ["--json --output csv", "--json -o jsonl"] {
      let arguments = try parse(line)
      let problem = #expect(throws: Problem.self) { try arguments.format() }
      #expect(problem?.exitCode == .usage)
      #expect(problem?.detail?.hasPrefix("--json and --output ") == true)
      #expect(problem?.detail?.contains("drop --json for ") == true)
    }
  }

  private var anything: OptionDefinition {
    Option("search", "TEXT", "", expected: "") { $0 }.definition
  }

  @Test(arguments: [
    ("--sotr name", "unknown option --sotr", ["--sort"]), ("--markdown", "unknown option --markdown", ["-o markdown"]),
    ("--never", "unknown option --never", ["--color never"]),
    ("-x", "unknown option -x", []),
    ("-qx", "unknown option -x", []), ("-q=1", "--quiet takes no value", []),
    ("-qo", "--output needs a value: one of table, json, jsonl, csv, markdown, plain", []),
    ("--page", "--page needs a value: a whole number, from 1 to 999999999", []),
    ("--sort", "--sort needs a value: one of episode, title, releaseDate, director", []),
    ("--page 0", "invalid value '0' for --page: expected a whole number, from 1 to 999999999", []),
    ("--page abc", "invalid value 'abc' for --page: expected a whole number, from 1 to 999999999", []),
    ("--page 9999999999", "invalid value '9999999999' for --page: expected a whole number, from 1 to 999999999", []),
    ("--all=yes", "--all takes no value", []),
    ("--output xml", "invalid value 'xml' for --output: expected one of table, json, jsonl, csv, markdown, plain", []),
    ("-o tsv", "invalid value 'tsv' for --output: expected one of table, json, jsonl, csv, markdown, plain", []),
    ("--color blue", "invalid value 'blue' for --color: expected one of auto, always, never", []),
    ("--timeout 0", "invalid value '0' for --timeout: expected a number of seconds greater than 0, at most 86400", []),
    ("--timeout never", "invalid value 'never' for --timeout: expected a number of seconds greater than 0, at most 86400", []),
    ("--timeout 0x10", "invalid value '0x10' for --timeout: expected a number of seconds greater than 0, at most 86400", []),
    ("--timeout 90000", "invalid value '90000' for --timeout: expected a number of seconds greater than 0, at most 86400", []),
    ("--fields=", "invalid value '' for --fields: expected a non-empty text", []),
  ])
  func `invalid options are named`(line: String, detail: String, suggestions: [String]) {
    let problem = #expect(throws: Problem.self) { try parse(line) }
    #expect(problem?.detail == detail)
    #expect(problem?.exitCode == .usage)
    #expect(problem?.extensions["suggestions"]?.array?.compactMap(\.string) ?? [] == suggestions)
  }

  @Test(
    arguments: [
      ("people", 0), ("--json people", 1), ("--output json people", 2), ("--sort name people --all", 2), ("-o json people", 2),
      ("--output=json people", 1), ("--help", nil), ("", nil), ("-- people", 1), ("--json -- people --all", 2), ("--", nil),
      ("--unknown people", 1), ("-qo json people", 2), ("-qojson people", 1), ("-q people", 1),
    ] as [(String, Int?)])
  func `the command is found among options`(line: String, index: Int?) {
    let words = line.split(separator: " ").map(String.init)
    #expect(Arguments.commandIndex(in: words, options: Commands.standard(kinds: .standard).options) == index)
  }

  @Test(
    arguments: [
      ("show -ojson", ["json"]), ("-o=jsonl show", ["jsonl"]), ("--output csv --bogus -o json", ["csv", "json"]),
      ("--output=json", ["json"]),
      ("show - -q --json", []), ("show -o", []), ("show -- -ojson", []), ("-x --outputs=json", []),
    ] as [(String, [String])])
  func `the values of an option are found in an invalid command line`(line: String, values: [String]) {
    #expect(Arguments.values(of: CommonOptions.output, in: line.split(separator: " ").map(String.init)) == values)
  }

  @Test func `--timeout accepts fractions`() throws {
    #expect(try parse("--timeout 0.5")[CommonOptions.timeout] == .milliseconds(500))
  }
}

@Suite struct CommandListTests {
  static let commands = Commands.standard(kinds: .standard)

  /// One list command per kind, and one instance of every other command in the folder.
  @Test func `the command list matches the folder`() throws {
    let files = try ProjectFolder.swiftPaths(in: "Modules/FrontEnds/CommandLine")
    let types = Set(try files.flatMap { try ProjectFolder.text($0).matches(of: /struct ([A-Za-z]+): Command \{/).map { String($0.1) } })
    #expect(Set(Self.commands.all.map { "\(type(of: $0))" }) == types)
    #expect(Set(Self.commands.all.map(\.name)).count == types.count - 1 + Kinds.standard.all.count)
  }

  @Test func `the options of a command have unique names`() {
    for command in Self.commands.all {
      let options = command.options + CommonOptions.all
      #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
      #expect(Set(options.compactMap(\.short)).count == options.compactMap(\.short).count, "\(command.name)")
    }
  }

  /// The examples of the other commands name no records.
  @Test(arguments: ["show", "compare", "path", "crawl", "open", "random"] + Kinds.standard.all.map(\.name.text))
  func `the records in examples exist`(name: String) async throws {
    let command = try #require(Self.commands[name])
    for example in command.examples {
      let line = example.term.split(separator: " | ")[0].dropFirst("holocron ".count)
      if name == "path" {
        // The fake search service has only a few paths.
        for end in try PathCommand.ends(Self.words(line).dropFirst().filter { !$0.hasPrefix("-") }) {
          #expect(try await CommandHarness().run("show '\(end)'") == .success, "\(example.term)")
        }
      } else {
        #expect(try await CommandHarness().run(String(line)) == .success, "\(example.term)")
      }
    }
  }

  @Test(arguments: ["README.md", "Apps/README.md"]) func `the command lines of a document are valid`(document: String) throws {
    let lines = try ProjectFolder.text(document).split(separator: "\n").filter { $0.hasPrefix("    holocron ") && !$0.contains("─") }
    #expect(lines.count >= 10)
    for line in lines {
      let words = Self.words(line.split(separator: " #")[0])
      let command = try #require(Self.commands[words[1]], "\(document) names the command \(words[1])")
      if command.program == nil { _ = try command.arguments(words.dropFirst(2)) }
    }
  }

  /// Splits a command line at spaces outside quotation marks.
  private static func words(_ line: Substring) -> [String] {
    var words = [""]
    var quote: Character?
    for character in line {
      switch character {
      case let other where other == quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: quote = character
      case " " where quote == nil: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  @Test(arguments: [
    ("peple", ["people"]), ("person", ["people"]), ("shwo", ["show"]), ("statsu", ["status"]), ("laod", ["load"]), ("qqqq", []),
    ("stop", ["down"]), ("start", ["up"]), ("find", ["search"]),
    ("people/1", ["holocron show people/1"]), ("nothing/1", []),
  ])
  func `unknown commands get suggestions`(word: String, expected: [String]) {
    let problem = Problem.unknownCommand(word, Self.commands, ["load"])
    #expect(problem.exitCode == .usage)
    #expect(problem.extensions["suggestions"]?.array?.compactMap(\.string) ?? [] == expected)
  }

  /// If this fails, a front-end reads a variable that the help does not explain: add it to ``HelpTopic/environment``.
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

  /// Only example lines, and the forms of the usage, are longer than a line.
  @Test(arguments: [40, 80]) func `every text of the help fits the columns of the terminal`(columns: Int) throws {
    let commands = Commands.standard(kinds: .standard)
    let help = HelpText(commands, plugins: ["tui"], on: Surface(isTerminal: true, columns: columns, painter: Painter(usesColor: false)))
    for text in [help.overview, ExplorerHelp.text(columns: columns)] + commands.all.map({ help.page(of: $0) }) {
      for line in text.text.split(separator: "\n") where line.hasPrefix("   ") || !line.hasPrefix(" ") {
        #expect(String(line).columns <= columns, "\(line)")
      }
    }
    // A program never replaces a built-in command.
    #expect(HelpText(commands, plugins: ["tui", "show", "load"], on: .file).overview.text.contains("tui, load"))
    for command in commands.all {
      #expect(help.overview.text.contains(command.name) && help.page(of: command).text.contains("Usage\n  holocron \(command.name)"))
      #expect(!command.examples.isEmpty && command.examples.allSatisfy { $0.term.hasPrefix("holocron \(command.name)") })
    }
  }
}
