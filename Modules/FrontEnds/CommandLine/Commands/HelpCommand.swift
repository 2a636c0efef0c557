import Client
import Launch
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// `holocron help [COMMAND | exit-codes]`
struct HelpCommand: Command {
  let name = "help"
  let group = CommandGroup.about
  let summary = "Explain a command, or list the exit codes"
  let usage = ["[COMMAND | exit-codes]"]
  let examples = [
    Example("holocron help show", "one command"),
    Example("holocron help exit-codes", "what scripts can rely on"),
  ]
  let operands = 0...1

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let commands = Commands.standard(kinds: context.kinds)
    let help = HelpText(commands: commands, plugins: context.launcher.executables.words(), surface: context.terminal.output)
    switch arguments.operands.first {
    case nil: context.output.write(help.overview, .page)
    case "exit-codes": context.show(Self.exitCodes)
    case let word?:
      guard let command = commands[word] else { throw .unknownCommand(word, commands, help.plugins, more: ["exit-codes"]) }
      context.output.write(help.page(of: command), .page)
    }
    return .success
  }

  static var exitCodes: ReportDocument {
    let codes = ExitCode.all
    let table = Table(
      [.init("code", .trailing, expendability: 0), .init("meaning", expendability: 1, minimum: 20)],
      rows: codes.map { [StyledText(String($0.number), .accent), StyledText($0.meaning)] })
    return ReportDocument([.table(table)], json: .array(codes.map { ["code": .number($0.number), "meaning": .string($0.meaning)] }))
  }
}

extension Problem {
  /// `more` are further words that would do.
  static func unknownCommand(_ word: String, _ commands: Commands, _ plugins: [String], more: [String] = []) -> Problem {
    let kinds = Kinds.standard.names(like: word)
    let alike = kinds.isEmpty ? suggestions(for: word, among: commands.all.map(\.name) + plugins + more) : kinds
    return .usage(
      "there is no command '\(word)'\(alike.isEmpty ? ": holocron help lists them" : "")", field: word, suggestions: alike)
  }
}
