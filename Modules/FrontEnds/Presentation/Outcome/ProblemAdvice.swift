import Client
public import Contracts
public import Localization
public import MessageBus
import OrderedJSON
import Text

extension Problem {
  /// Returns suggestions for what to do next, one per line. Empty if the problem itself says what to do. `bus` is the value of `--bus`.
  public func advice(bus: String? = nil, in language: any Language = English()) -> [String] {
    var advice: [String] = []
    let suggestions = extensions["suggestions"]?.array?.compactMap(\.string) ?? []
    if !suggestions.isEmpty { advice.append(language.say(.didYouMean(suggestions))) }
    if let help = extensions["help"]?.string { advice.append("List the options with: \(help)") }
    advice += candidates(language)
    // The broker does not know the names of programs.
    if type == ProblemType.noWorker, extensions["service"]?.string == ServiceName.cache.text {
      advice.append(language.say("Start a cache worker with: {command}", .text(ServiceName.cache.executable)))
    }
    let start = startCommand(bus: bus)
    // Something is listening, so nothing else can start there.
    let next = reason == .noHandshake ? language.say(.checkAddress) : Self.next(for: type, start: start, language)
    // The detail says which program has to be installed first.
    let cannotStart = type == ProblemType.noBus && extensions["program"] != nil
    if let next, !cannotStart { advice.append(next) }
    if let example = extensions["example"]?.string { advice.append("Text that begins with - needs -- before it: \(example)") }
    // The detail of a failing origin has the time.
    if let retryAfter, retryAfter > 1, reason != .failing { advice.append(language.say(.retryIn(seconds: retryAfter))) }
    return type == ProblemType.origin ? [advice.reversed().joined(separator: " ")] : advice
  }

  /// Candidates of an ambiguous name, at most 20: `people/1   Luke Skywalker`.
  private func candidates(_ language: any Language) -> [String] {
    let all = (extensions["candidates"]?.array ?? []).compactMap { candidate -> (reference: String, name: String)? in
      guard let kind = candidate["kind"]?.string, let id = candidate["id"]?.int, let name = candidate["name"]?.string else { return nil }
      return ("\(kind)/\(id)", name)
    }
    let width = all.reduce(0) { max($0, $1.reference.columns) }
    let shown = all.prefix(20).map { "\($0.reference.padded(to: width))  \($0.name)" }
    // A problem lists only the first candidates.
    let count = max(all.count, extensions["matches"]?.int ?? 0)
    return count > shown.count ? shown + [language.say("and {count} more", .number(count - shown.count))] : shown
  }

  /// Returns what to do about a problem of `type`; `nil` if there is no general advice. `start` is the command that starts everything.
  private static func next(for type: String, start: String, _ language: any Language) -> String? {
    switch type {
    case ProblemType.noBus: language.say("Start everything with: {command}", .text(start))
    case ProblemType.noWorker: language.say(.listWorkers("holocron status"))
    case ProblemType.unauthorized: "For a key, \(BusAddress.keyRemedy)"
    case ProblemType.overloaded: language.say("Check the load with: {command}", .text("holocron status"))
    case ProblemType.mismatchedResponse: language.say("Check the running processes with: {command}", .text("holocron doctor"))
    case ProblemType.workerLost:
      language.say(
        "It is safe to retry. If the worker is lost again, its reply may exceed the broker's {option}.", .text("--largest-message")) + " "
        + language.say(.listWorkers("holocron status"))
    case ProblemType.origin:
      language.say(
        "Records cached from this origin stay available. Retry later, or run {stop}, then {start}, which needs no network",
        .text("holocron down"), .text("holocron up --origin embedded"))
    case ProblemType.deadline:
      language.say("Increase {option} SECONDS, or check the load with: {load}", .text("--timeout"), .text("holocron status"))
    default: nil
    }
  }
}

extension CachedResponse {
  /// Note that this is a stale response served because the origin failed; `nil` for all other responses, including stale responses that are
  /// being revalidated.
  public func staleness(in language: @autoclosure () -> any Language = English()) -> String? {
    cacheDetail == "stale-if-error" ? language().say(.servedStale(age: age, status: originStatus)) : nil
  }
}

/// Returns the command that starts the services on `bus`, the value of `--bus`: a fleet on another bus would not help.
package func startCommand(bus: String?) -> String { "holocron up" + (bus.map { " --bus \($0)" } ?? "") }
