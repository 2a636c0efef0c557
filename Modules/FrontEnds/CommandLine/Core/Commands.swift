import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// A subcommand of `holocron`. Each command is a type in the folder Commands and one line in ``Commands``.
protocol Command: Sendable {
  /// The name on the command line: `show`.
  var name: String { get }
  /// The section of the help that lists the command.
  var group: CommandGroup { get }
  /// One line for the list of commands, in the imperative.
  var summary: String { get }
  /// The arguments after the name, one element per form: `KIND/ID | NAME`.
  var usage: [String] { get }
  /// The paragraphs of the command's own help page.
  var details: [String] { get }
  /// The keys that options accept, by option: `--sort` and `name, mass`. They have a section of the help page.
  var keys: [(term: String, meaning: String)] { get }
  var examples: [Example] { get }
  /// The words to choose from for the first operand, such as subcommands; empty if there is no fixed list.
  var firstWords: [String] { get }
  /// Whether operands are text, which may begin with a dash.
  var takesText: Bool { get }
  /// The command's own options, besides ``CommonOptions``.
  var options: [OptionDefinition] { get }
  /// The allowed number of operands.
  var operands: ClosedRange<Int> { get }
  /// The program that replaces this process and receives all arguments unchanged; `nil` for built-in commands.
  var program: String? { get }
  /// Whether the command asks the bus. Otherwise it runs even if the address of the bus is invalid; see ``Context/addressProblem``.
  var needsBus: Bool { get }

  /// Returns what shells offer after `operands`; by default, ``firstWords`` for the first.
  func offer(after operands: [String]) -> OperandOffer
  /// Returns the problem of `word`, the first operand that is too many.
  func unexpectedArgument(_ word: String) -> Problem
  /// Returns whether `--timeout` limits the whole command. Otherwise it limits each request.
  func isBounded(_ arguments: Arguments) -> Bool
  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode
}

/// An example command line and its meaning.
struct Example: Sendable, Hashable {
  let line, meaning: String

  init(_ line: String, _ meaning: String) { (self.line, self.meaning) = (line, meaning) }
}

enum CommandGroup: String, Sendable, CaseIterable {
  case catalogue = "Explore"
  case processes = "Run"
  case about = "About"
}

extension Command {
  var usage: [String] { [""] }
  var details: [String] { [] }
  var keys: [(term: String, meaning: String)] { [] }
  var firstWords: [String] { [] }
  var takesText: Bool { false }
  var options: [OptionDefinition] { [] }
  var operands: ClosedRange<Int> { 0...0 }
  var program: String? { nil }
  var needsBus: Bool { true }
  func offer(after operands: [String]) -> OperandOffer { .words(operands.isEmpty ? firstWords : []) }
  func unexpectedArgument(_ word: String) -> Problem {
    .usage("unexpected argument \(word.quoted)", field: word, mistake: .unexpectedArgument)
  }
  func isBounded(_ arguments: Arguments) -> Bool { true }

  /// Returns the problem of a first operand that is none of ``firstWords``.
  func unknownSubcommand(_ word: String) -> Problem {
    .usage(
      "unknown subcommand \(word.quoted) (available: \(firstWords.joined(separator: ", ")))", field: word,
      suggestions: suggestions(for: word, among: firstWords)
    ).marked(.unknownSubcommand, word, among: firstWords)
  }

  /// Parses `words`, the command line without the name of the command.
  func arguments(_ words: some Sequence<String>) throws(Problem) -> Arguments {
    let arguments: Arguments
    do { arguments = try Arguments(words, options: options + CommonOptions.all) } catch {
      var problem = error
      if takesText, error.mistake == .unknownOption, error.extensions["suggestions"] == nil, let word = error.extensions["field"]?.string {
        problem.extensions["example"] = .string("holocron \(name) -- \(word.shortened)")
      }
      throw problem
    }
    guard !arguments[CommonOptions.help] else { return arguments }
    if arguments.operands.count > operands.upperBound { throw unexpectedArgument(arguments.operands[operands.upperBound]) }
    guard arguments.operands.count < operands.lowerBound else { return arguments }
    // usage: holocron path A B, or holocron path A to B
    let forms = usage.map { "holocron \(name)\($0.isEmpty ? "" : " \($0)")" }
    var problem = Problem.usage("missing argument; usage: \(forms.joined(separator: ", or "))", field: name, mistake: .missingArgument)
    problem.extensions["usage"] = .array(forms.map { .string($0) })
    throw problem
  }

  /// Runs the command while its progress is redrawn. Throws the problem of a jq expression (`--jq`) that did not fit what the command printed.
  func perform(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    async let _ = context.progress?.run()
    defer { context.progress?.erase() }
    let code = try await run(arguments, in: context)
    if let failure = (context.format as? JQFormat)?.failure { throw failure }
    return code
  }
}

/// All commands, in the order of the help.
struct Commands: Sendable {
  let all: [any Command]

  /// Returns a list command for each kind and one instance of every other command.
  static func standard(kinds: Kinds) -> Commands {
    Commands(
      all: kinds.all.map(ListCommand.init) + [
        ShowCommand(),
        SearchCommand(),
        SuggestCommand(),
        HistoryCommand(),
        FavouritesCommand(),
        CompareCommand(),
        PathCommand(),
        RandomCommand(),
        OpenCommand(),
        CrawlCommand(),
        QuizCommand(),
        ExploreCommand(),
        UpCommand(),
        DownCommand(),
        StatusCommand(),
        TopCommand(),
        LogsCommand(),
        ScaleCommand(),
        RestartCommand(),
        WatchCommand(),
        CacheCommand(),
        DoctorCommand(),
        ConfigCommand(),
        UsageCommand(),
        SchemaCommand(),
        CompletionCommand(),
        VersionCommand(),
        HelpCommand(),
      ])
  }

  /// The command with this name, or the list of the kind that is called so.
  subscript(name: String) -> (any Command)? {
    all.first { $0.name == name } ?? all.first { ($0 as? ListCommand)?.kind.words.contains(name) == true }
  }

  /// The options of all commands together.
  var options: [OptionDefinition] { CommonOptions.all + all.flatMap(\.options) }
}
