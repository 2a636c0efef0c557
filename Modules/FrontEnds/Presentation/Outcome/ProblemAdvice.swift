import Client
import Contracts
public import MessageBus
import OrderedJSON
import TerminalText

extension Problem {
  /// What to do next, one thing a line, for a person at a terminal. Empty where the problem says it itself.
  public var advice: [String] {
    var advice: [String] = []
    let alike = extensions["suggestions"]?.array?.compactMap(\.string) ?? []
    if !alike.isEmpty { advice.append("Did you mean \(Self.either(alike))?") }
    advice += candidates
    if let next = Self.adviceByType.first(where: { $0.type == type })?.advice { advice.append(next) }
    if let retryAfter, retryAfter > 1 { advice.append("It is worth asking again in \(retryAfter) s.") }
    return advice
  }

  /// `people/1   Luke Skywalker`, the first twenty.
  private var candidates: [String] {
    let all = (extensions["candidates"]?.array ?? []).compactMap { candidate -> (reference: String, name: String)? in
      guard let kind = candidate["kind"]?.string, let id = candidate["id"]?.int, let name = candidate["name"]?.string else { return nil }
      return ("\(kind)/\(id)", name)
    }
    let width = all.reduce(0) { max($0, $1.reference.columns) }
    let shown = all.prefix(20).map { "\($0.reference.padded(to: width))  \($0.name)" }
    return all.count > shown.count ? shown + ["and \(all.count - shown.count) more"] : shown
  }

  private static let adviceByType: [(type: String, advice: String)] = [
    (ProblemType.noBus, "Start everything with: holocron up"),
    (ProblemType.noWorker, "See what is attached with: holocron status"),
    (ProblemType.overloaded, "See what is busy with: holocron status"),
    (ProblemType.otherAnswer, "See which processes answer with: holocron doctor"),
    (ProblemType.workerLost, "See what is attached with: holocron status; asking again is safe."),
    (
      ProblemType.origin,
      "What is cached keeps coming. Ask again later, or attach a fetcher that needs no network: holocron-fetcher --origin embedded"
    ),
    (ProblemType.deadline, "Allow more time with --timeout SECONDS, or see what is busy with: holocron status"),
  ]

  /// `a`, `a or b`, `a, b or c`.
  private static func either(_ choices: [String]) -> String {
    guard choices.count > 1, let last = choices.last else { return choices.first ?? "" }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }
}
