import MessageBus
import Presentation

/// A word after `holocron`. One file a command in Commands, and one line in ``Commands``.
protocol Command: Sendable {
  /// `show`
  var name: String { get }
  /// Where the command stands in the help.
  var group: CommandGroup { get }
  /// One line for the list of commands.
  var summary: String { get }
  /// What may follow the name: `KIND/ID | NAME`. One line a form.
  var usage: [String] { get }
  /// Paragraphs for the command's own help.
  var details: [String] { get }
  var examples: [Example] { get }
  /// Besides ``CommonOptions``.
  var switches: [Switch] { get }
  /// How many operands it takes.
  var operands: ClosedRange<Int> { get }
  /// The program that takes the command's place with all words as they are; `nil` for commands of this program.
  var program: String? { get }

  /// Whether `--timeout` bounds the whole command. Where it does not, it bounds each answer.
  func isBounded(_ arguments: Arguments) -> Bool

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode
}

/// A command line to try, and what it does.
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
  var switches: [Switch] { [] }
  var operands: ClosedRange<Int> { 0...0 }
  var program: String? { nil }
  func isBounded(_ arguments: Arguments) -> Bool { true }

  /// Reads `words` for this command, its own name left out.
  func arguments(_ words: some Sequence<String>) throws(Problem) -> Arguments {
    let arguments = try Arguments(words, switches: switches + CommonOptions.all)
    guard !arguments[CommonOptions.help] else { return arguments }
    if arguments.operands.count > operands.upperBound {
      let extra = arguments.operands[operands.upperBound]
      throw .usage("'\(extra)' is too much: \(usageSentence)", field: extra)
    }
    if arguments.operands.count < operands.lowerBound {
      throw .usage("something is missing: \(usageSentence)", field: name)
    }
    return arguments
  }

  /// `write holocron show KIND/ID | NAME`
  private var usageSentence: String {
    "write " + usage.map { "holocron \(name)\($0.isEmpty ? "" : " \($0)")" }.joined(separator: ", or ")
  }
}
