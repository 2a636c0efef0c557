import Client
import Contracts
public import MessageBus
import OrderedJSON
import TerminalText

extension Problem {
  /// Returns suggestions for what to do next, one per line. Empty if the problem itself says what to do. `bus` is the value of `--bus`.
  public func advice(bus: String? = nil) -> [String] {
    var advice: [String] = []
    let suggestions = extensions["suggestions"]?.array?.compactMap(\.string) ?? []
    if !suggestions.isEmpty { advice.append("Did you mean \(Self.either(suggestions))?") }
    advice += candidates
    // The broker does not know the names of programs.
    if type == ProblemType.noWorker, extensions["service"]?.string == ServiceName.cache.text {
      advice.append("Start a cache worker with: \(ServiceName.cache.executable)")
    }
    if let next = Self.adviceByType.first(where: { $0.type == type })?.advice {
      // A fleet on another bus would not help.
      advice.append(type == ProblemType.noBus ? next + (bus.map { " --bus \($0)" } ?? "") : next)
    }
    if let retryAfter, retryAfter > 1 { advice.append("Try again in \(retryAfter) s.") }
    return advice
  }

  /// Candidates of an ambiguous name, at most 20: `people/1   Luke Skywalker`.
  private var candidates: [String] {
    let all = (extensions["candidates"]?.array ?? []).compactMap { candidate -> (reference: String, name: String)? in
      guard let kind = candidate["kind"]?.string, let id = candidate["id"]?.int, let name = candidate["name"]?.string else { return nil }
      return ("\(kind)/\(id)", name)
    }
    let width = all.reduce(0) { max($0, $1.reference.columns) }
    let shown = all.prefix(20).map { "\($0.reference.padded(to: width))  \($0.name)" }
    // A problem lists only the first candidates.
    let count = max(all.count, extensions["matches"]?.int ?? 0)
    return count > shown.count ? shown + ["and \(count - shown.count) more"] : shown
  }

  private static let adviceByType: [(type: String, advice: String)] = [
    (ProblemType.noBus, "Start everything with: holocron up"),
    (ProblemType.noWorker, "List the attached workers with: holocron status"),
    (ProblemType.overloaded, "Check the load with: holocron status"),
    (ProblemType.mismatchedResponse, "Check the running processes with: holocron doctor"),
    (
      ProblemType.workerLost,
      "It is safe to retry. If the worker is lost again, its reply may exceed the broker's --largest-message. "
        + "List the attached workers with: holocron status"
    ),
    (
      ProblemType.origin,
      "Records cached from this origin stay available. "
        + "Retry later, or run holocron down, then holocron up --origin embedded, which needs no network"
    ),
    (ProblemType.deadline, "Increase --timeout SECONDS, or check the load with: holocron status"),
  ]

  /// Joins choices: `a`, `a or b`, `a, b or c`.
  private static func either(_ choices: [String]) -> String {
    guard choices.count > 1, let last = choices.last else { return choices.first ?? "" }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }
}
