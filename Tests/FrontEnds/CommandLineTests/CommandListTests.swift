import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText
import TestSupport
import Testing

@testable import CommandLine

@Suite struct CommandListTests {
  static let commands = Commands.standard(kinds: .standard)

  /// Every file of the folder is a command of the list, and every command has its file.
  @Test func listAndFolderAgree() throws {
    let files = Set(try ProjectFolder.swiftFiles(in: "Modules/FrontEnds/CommandLine/Commands"))
    let types = Self.commands.all.map { "\(type(of: $0))" }
    #expect(files == Set(types))
    // One list command a kind, one of each other.
    #expect(types.count == files.count - 1 + Kinds.standard.all.count)
    #expect(Set(Self.commands.all.map(\.name)).count == types.count)
  }

  @Test func switchesOfACommandDoNotClash() {
    for command in Self.commands.all {
      let switches = command.switches + CommonOptions.all
      #expect(Set(switches.map(\.name)).count == switches.count, "\(command.name)")
      #expect(Set(switches.compactMap(\.short)).count == switches.compactMap(\.short).count, "\(command.name)")
    }
  }

  @Test(arguments: commands.all.map(\.name)) func everyCommandExplainsItself(name: String) throws {
    let command = try #require(Self.commands[name])
    let help = HelpText(commands: Self.commands, plugins: [], surface: Surface(isTerminal: true, columns: 80, usesColor: false))
    let page = help.page(of: command).text
    #expect(page.contains("Usage\n  holocron \(name)"))
    #expect(!command.examples.isEmpty)
    for example in command.examples { #expect(example.line.hasPrefix("holocron \(name)")) }
    for line in page.split(separator: "\n") { #expect(String(line).columns <= 80, "\(line)") }
  }

  @Test func theOverviewNamesEveryCommandAndPlugin() {
    let text = HelpText(commands: Self.commands, plugins: ["tui", "load"], surface: .file).overview.text
    for command in Self.commands.all { #expect(text.contains(command.name)) }
    #expect(text.contains("tui, load"))
  }

  @Test func exitCodesAreDocumented() {
    let text = PlainFormat().render(HelpCommand.exitCodes, on: .file).text
    #expect(text.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["0", "1", "2", "3", "4", "5", "6", "7", "130"])
  }

  @Test(arguments: [
    ("peple", ["people"]), ("person", ["people"]), ("shwo", ["show"]), ("statsu", ["status"]), ("laod", ["load"]), ("qqqq", []),
  ])
  func unknownCommandsGetSuggestions(word: String, expected: [String]) {
    let problem = Problem.unknownCommand(word, Self.commands, ["load"])
    #expect(problem.exitCode == .usage)
    #expect(problem.extensions["suggestions"]?.array?.compactMap(\.string) ?? [] == expected)
  }
}
