import Client
import Console
import Contracts
import Localization
import MessageBus
import Presentation
import Text

/// `holocron path A B`: shows how two records are connected.
struct PathCommand: Command {
  let name = "path"
  let group = CommandGroup.catalogue
  let summary = "Show the shortest chain of references between two records"
  let usage = ["A B", "A to B"]
  let details = [
    "A and B are references or names, as for holocron show. Quote names of several words, or put 'to' between the two. References count "
      + "in both directions: a down arrow marks a field of the record above, an up arrow a field of the record in the same row."
  ]
  let examples = [
    Example("holocron path luke jabba", "by name"),
    Example("holocron path leia organa to millennium falcon", "names of several words"),
    Example("holocron path people/1 planets/9 --json", "as JSON"),
  ]
  let takesText = true
  let operands = 2...Int.max

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let ends = try await context.find(Self.ends(arguments.operands))
    let path = try await context.askSearch { () throws(Problem) in
      try await context.repository.path(PathRequest(from: ends[0], to: ends[1]))
    }
    context.show(PathReport(path: path, labels: try context.labels()))
    let steps = path.steps.count
    context.hint(context.language.say(steps == 0 ? .namesOfOneRecord : .steps(steps)))
    return .success
  }

  /// Splits the operands into two names: two words, or the words before and after a single `to`.
  static func ends(_ words: [String]) throws(Problem) -> [String] {
    if words.first == "to" || words.last == "to" {
      throw .usage("missing name \(words.first == "to" ? "before" : "after") 'to'; usage: holocron path NAME to NAME", field: "to")
    }
    if words.count == 2 { return words }
    let halves = words.split(separator: "to", omittingEmptySubsequences: false)
    guard halves.count == 2 else {
      throw .usage(
        "unexpected argument \(words[2].quoted); quote names of several words, or use holocron path NAME to NAME", field: words[2])
    }
    return halves.map { $0.joined(separator: " ") }
  }
}
