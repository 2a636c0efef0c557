import Client
import Contracts
import MessageBus
import Presentation

/// `holocron path A B`: how two records are connected.
struct PathCommand: Command {
  let name = "path"
  let group = CommandGroup.catalogue
  let summary = "Show the shortest chain of references between two records"
  let usage = ["A B", "A to B"]
  let details = [
    "A and B are references or names, as for holocron show; quote names of several words, or write 'to' between the two. References count "
      + "in both directions: an arrow down belongs to the record above it, an arrow up to the record it stands beside."
  ]
  let examples = [
    Example("holocron path luke jabba", "by name"), Example("holocron path leia organa to tie fighter", "names of several words"),
    Example("holocron path people/1 planets/9 --json", "for programs"),
  ]
  let operands = 2...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let ends = try await context.find(Self.ends(arguments.operands))
    let path = try await context.askSearch { () throws(Problem) in
      try await context.repository.path(PathRequest(from: ends[0], to: ends[1]))
    }
    context.show(PathReport(path: path, labels: try context.labels()))
    let steps = path.steps.count
    context.hint(steps == 0 ? "Both are the same record." : steps == 1 ? "1 step" : "\(steps) steps")
    return .success
  }

  /// Two words, or what stands before and after a single `to`.
  static func ends(_ words: [String]) throws(Problem) -> [String] {
    if words.count == 2 { return words }
    let halves = words.split(separator: "to", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty else {
      throw .usage("which two? Write names of several words in quotes, or holocron path NAME to NAME", field: words[2])
    }
    return halves.map { $0.joined(separator: " ") }
  }
}
