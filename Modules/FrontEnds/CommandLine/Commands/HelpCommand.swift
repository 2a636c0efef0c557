import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// `holocron help [COMMAND | exit-codes | environment | files]`: shows help or a list. For a command that a program `holocron-NAME` adds, the
/// program shows its help.
struct HelpCommand: Command {
  /// The words that are no commands.
  static let topics = ["exit-codes"] + HelpTopic.all.map(\.name)

  let name = "help"
  let group = CommandGroup.about
  let summary = "Show help for a command, or list exit codes, variables or files"
  let usage = ["[COMMAND | \(Self.topics.joined(separator: " | "))]"]
  let examples = [
    Example("holocron help show", "help for one command"),
    Example("holocron help exit-codes", "the exit codes for scripts"),
    Example("holocron help environment", "the variables that holocron reads"),
  ]
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let commands = Commands.standard(kinds: context.kinds)
    let help = HelpText(commands, plugins: context.launcher.executables.commandNames(), on: context.terminal.output)
    switch arguments.operands.first {
    case nil: context.output.write(help.overview, .page)
    case "exit-codes": context.show(Self.exitCodes)
    case let word?:
      if let command = commands[word] {
        context.output.write(help.page(of: command), .page)
      } else if let topic = HelpTopic.all.first(where: { $0.name == word }) {
        context.show(topic.document)
      } else if Executables.isCommandName(word), let path = context.launcher.executables.find("holocron-\(word)") {
        throw Executables.exec(path, ["--help"])
      } else {
        throw .unknownCommand(word, commands, help.plugins, more: Self.topics)
      }
    }
    return .success
  }

  /// The table of exit codes.
  static var exitCodes: ReportDocument {
    let codes = ExitCode.all
    let table = Table(
      [.init("code", .trailing, expendability: 0), .init("meaning", expendability: 1, minimum: 20)],
      rows: codes.map { [StyledText(String($0.number), .accent), StyledText($0.meaning)] })
    return ReportDocument([.table(table)], json: .array(codes.map { ["code": .number($0.number), "meaning": .string($0.meaning)] }))
  }
}

extension Problem {
  /// The commands that programs of Holocron add where they are installed.
  private static let addedCommands = ["broker", "fetcher", "load", "node", "origin", "supervisor", "tui"]

  /// What other programs call a command.
  private static let synonyms = [
    "browse": "explore", "find": "search", "get": "show", "kill": "down", "ps": "status", "quit": "down", "run": "up", "start": "up",
    "stop": "down",
  ]

  /// An unknown command, with suggestions from the commands, the plugins and `more` words, or the problem that its program is not installed.
  /// The reference of a record suggests to show it.
  static func unknownCommand(_ word: String, _ commands: Commands, _ plugins: [String], more: [String] = []) -> Problem {
    if addedCommands.contains(word) { return .programNotFound("holocron-\(word)") }
    if let reference = Reference(word), Kinds.standard[reference.kind] != nil {
      return .usage("unknown command \(word.quoted)", field: word, suggestions: ["holocron show \(reference)"], mistake: .unknownCommand)
    }
    let kinds = Kinds.standard.names(like: word)
    let similar: [String] =
      if let command = synonyms[word] { [command] } else if !kinds.isEmpty { kinds } else {
        suggestions(for: word, among: commands.all.map(\.name) + plugins + more)
      }
    let advice = "; run holocron help for a list, or holocron show NAME for a record"
    return .usage(
      "unknown command \(word.quoted)\(similar.isEmpty ? advice : "")", field: word, suggestions: similar,
      mistake: .unknownCommand)
  }
}
