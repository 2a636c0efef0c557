import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
import TestSupport
import Testing
import Text

@testable import CommandLine

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

  @Test(arguments: commands.all.map(\.name)) func `every command has a help page and examples`(name: String) throws {
    let command = try #require(Self.commands[name])
    let help = HelpText(Self.commands, on: Surface(isTerminal: true, columns: 80, usesColor: false))
    let page = help.page(of: command).text
    #expect(page.contains("Usage\n  holocron \(name)"))
    #expect(!command.examples.isEmpty)
    for example in command.examples { #expect(example.line.hasPrefix("holocron \(name)")) }
    for line in page.split(separator: "\n") { #expect(String(line).columns <= 80, "\(line)") }
  }

  /// The examples of the other commands name no records.
  @Test(arguments: ["show", "compare", "path", "crawl", "open", "random"] + Kinds.standard.all.map(\.name.text))
  func `the records in examples exist`(name: String) async throws {
    let command = try #require(Self.commands[name])
    for example in command.examples {
      let line = example.line.split(separator: " | ")[0].dropFirst("holocron ".count)
      if name == "path" {
        // The fake search service has only a few paths.
        for end in try PathCommand.ends(Self.words(line).dropFirst().filter { !$0.hasPrefix("-") }) {
          #expect(try await CommandHarness().run("show '\(end)'") == .success, "\(example.line)")
        }
      } else {
        #expect(try await CommandHarness().run(String(line)) == .success, "\(example.line)")
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

  @Test func `the guide names every command and every option that all commands have`() throws {
    let guide = try ProjectFolder.text("Apps/README.md")
    // The example of one list names the others.
    let lists = try #require(guide.split(separator: "\n").first { $0.hasPrefix("    holocron films ") })
    for command in Self.commands.all {
      let isNamed = command is ListCommand ? Self.names(command.name, in: lists) : Self.names("holocron \(command.name)", in: guide[...])
      #expect(isNamed, "\(command.name)")
    }
    for option in CommonOptions.all + [CommonOptions.version.definition] {
      #expect(Self.names("--\(option.name)", in: guide[...]), "--\(option.name)")
    }
  }

  /// Whether `text` contains `name` as whole words: no letter, digit or dash is before or after it.
  private static func names(_ name: String, in text: Substring) -> Bool {
    func continues(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false }
    return text.ranges(of: name).contains { range in
      !continues(text[..<range.lowerBound].last) && !continues(text[range.upperBound...].first)
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

  @Test func `the overview lists every command and plugin`() {
    let text = HelpText(Self.commands, plugins: ["tui", "show", "load"], on: .file).overview.text
    for command in Self.commands.all { #expect(text.contains(command.name)) }
    // A program never replaces a built-in command.
    #expect(text.contains("tui, load"))
  }

  @Test func `the help lists all exit codes`() {
    let text = PlainFormat().render(HelpCommand.exitCodes, on: .file).text
    #expect(text.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["0", "1", "2", "3", "4", "5", "6", "7", "130", "143"])
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
    let help = HelpText(commands, plugins: ["tui"], on: Surface(isTerminal: true, columns: columns, usesColor: false))
    for text in [help.overview, ExplorerHelp.text(columns: columns)] + commands.all.map({ help.page(of: $0) }) {
      for line in text.text.split(separator: "\n") where line.hasPrefix("   ") || !line.hasPrefix(" ") {
        #expect(String(line).columns <= columns, "\(line)")
      }
    }
  }
}
