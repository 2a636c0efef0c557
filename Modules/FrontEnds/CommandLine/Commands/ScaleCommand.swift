import Client
import Console
import MessageBus
import Models
import Presentation
import Text

/// `holocron scale cache=3`: changes the number of workers of a running fleet.
struct ScaleCommand: Command {
  let name = "scale"
  let group = CommandGroup.processes
  let summary = "Change the number of workers while they run"
  let usage = ["SERVICE=N..."]
  let details = [
    "SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones have "
      + "finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started."
  ]
  let examples = [
    Example("holocron scale cache=3 fetcher=2", "three cache workers, two fetchers"),
    Example("holocron scale search=0", "no search worker"),
  ]
  let operands = 1...ProcessNames.kinds.count

  func offer(after operands: [String]) -> OperandOffer { .words(ProcessNames.kinds.map { "\($0.name)=" }) }

  func unexpectedArgument(_ word: String) -> Problem {
    .usage("unexpected argument \(word.quoted): each service can be named once", field: word)
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let sizes = try Self.counts(arguments.operands)
    try await context.launcher.withStartLock { end throws(Problem) in
      let process = try await context.supervisor(for: "holocron scale")
      let state = try await context.launcher.state(of: process, until: end)
      let fleet = RunningFleet(process: process, context: context, end: end)
      try await fleet.resize(to: sizes, from: state, done: RunningFleet.words(sizes))
    }
    return .success
  }

  /// Returns the numbers of workers in words such as `cache=3`, by the keys of a request.
  static func counts(_ words: [String]) throws(Problem) -> [String: Int] {
    var counts: [String: Int] = [:]
    for word in words {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard halves.count == 2 else {
        throw .usage("invalid argument \(word.quoted): expected SERVICE=N, such as cache=3", field: word)
      }
      guard let kind = ProcessNames.kinds.first(where: { $0.isNamed(halves[0]) }) else { throw unknownService(halves[0]) }
      guard let count = Int(halves[1]), kind.range.contains(count) else {
        throw .usage(
          "invalid number \(halves[1].quoted) of \(kind.sizeKey): expected a whole number, from \(kind.range.lowerBound) to "
            + "\(kind.range.upperBound)", field: word)
      }
      guard counts.updateValue(count, forKey: kind.sizeKey) == nil else {
        throw .usage("\(kind.name) is named twice", field: word)
      }
    }
    return counts
  }

  private static func unknownService(_ word: String) -> Problem {
    if ["broker", "origin"].contains(word) { return .usage("a fleet has one \(word); its number cannot be changed", field: word) }
    let names = ProcessNames.kinds.map(\.name)
    return .usage(
      "unknown service \(word.quoted) (available: \(names.joined(separator: ", ")))", field: word,
      suggestions: suggestions(for: word, among: names))
  }
}
