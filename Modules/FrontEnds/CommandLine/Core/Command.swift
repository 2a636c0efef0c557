import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// A subcommand of `holocron`. Each command is one file in the folder Commands and one line in ``Commands``.
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
  let line: String
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
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
      guard takesText, error.mistake == .unknownOption, error.extensions["suggestions"] == nil, let word = error.extensions["field"]?.string
      else { throw error }
      var problem = error
      problem.extensions["example"] = .string("holocron \(name) -- \(word.shortened)")
      throw problem
    }
    guard !arguments[CommonOptions.help] else { return arguments }
    if arguments.operands.count > operands.upperBound {
      throw unexpectedArgument(arguments.operands[operands.upperBound])
    }
    if arguments.operands.count < operands.lowerBound {
      var problem = Problem.usage(
        "missing argument; usage: \(forms.joined(separator: ", or "))", field: name, mistake: .missingArgument)
      problem.extensions["usage"] = .array(forms.map { .string($0) })
      throw problem
    }
    return arguments
  }

  /// Runs the command. Throws the problem of a jq expression (`--jq`) that did not fit what the command printed.
  func perform(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let code = try await showingProgress(context.progress) { () throws(Problem) in try await run(arguments, in: context) }
    if let failure = (context.format as? JQFormat)?.failure { throw failure }
    return code
  }

  /// Runs `body` while the progress is redrawn.
  private func showingProgress(
    _ board: ProgressBoard?, _ body: @Sendable () async throws(Problem) -> ExitCode
  ) async throws(Problem) -> ExitCode {
    guard let board else { return try await body() }
    let result = await withTaskGroup(of: Void.self) { group -> Result<ExitCode, Problem> in
      group.addTask { await board.run() }
      defer { group.cancelAll() }
      do throws(Problem) { return .success(try await body()) } catch { return .failure(error) }
    }
    board.erase()
    return try result.get()
  }

  /// `usage: holocron path A B, or holocron path A to B`
  private var forms: [String] { usage.map { "holocron \(name)\($0.isEmpty ? "" : " \($0)")" } }
}
