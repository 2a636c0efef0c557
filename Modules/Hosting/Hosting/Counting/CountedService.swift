import CoreMetrics
import Glibc
public import MessageBus
import OrderedJSON

/// A service as Hosting runs it: answers `GET /stats` itself, counts requests by class of status and times them, and hands everything on.
public struct CountedService: BusService {
  private let inner: any BusService
  private let metrics: MetricsRegistry
  private let tallies: Tallies
  private let facts: @Sendable () -> [String: String]
  public let name: String

  private struct Tallies: Sendable {
    let requests, atOnce: CounterTally
    /// Answers by the first digit of their status, from 1 to 5.
    let classes: [CounterTally]
    let inFlight: GaugeTally
    let answer: TimerTally

    init(_ metrics: MetricsRegistry) {
      requests = metrics.counter("requests")
      atOnce = metrics.counter("requests.at-once")
      classes = (1...5).map { metrics.counter("requests.\($0)xx") }
      inFlight = metrics.gauge("requests.in-flight")
      answer = metrics.timer("answer")
    }

    func count(_ status: Int) { classes[min(max(status / 100, 1), 5) - 1].increment(by: 1) }
  }

  /// - Parameter facts: further members of the statistics, such as where a fetcher looks things up; asked for each time.
  public init(
    _ service: any BusService, metrics: MetricsRegistry, facts: @autoclosure @escaping @Sendable () -> [String: String] = [:]
  ) {
    inner = service
    self.facts = facts
    name = service.name
    self.metrics = metrics
    tallies = Tallies(metrics)
  }

  /// Answers at hand are counted but not timed: reading the clock twice would cost as much as most of them.
  public func answerAtOnce(_ request: Request) -> Reply? {
    if isStatistics(request) { return statistics() }
    guard let reply = inner.answerAtOnce(request) else { return nil }
    tallies.requests.increment(by: 1)
    tallies.atOnce.increment(by: 1)
    tallies.count(reply.status)
    return reply
  }

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    let start = ContinuousClock.now
    tallies.requests.increment(by: 1)
    tallies.inFlight.increment(by: 1)
    let reply = await inner.answer(request, parts: parts)
    tallies.inFlight.decrement(by: 1)
    tallies.count(reply.status)
    let (seconds, attoseconds) = start.duration(to: .now).components
    tallies.answer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    return reply
  }

  private func isStatistics(_ request: Request) -> Bool {
    request.target.path.count == 1 && request.target.path[0] == "stats" && request.method == "GET"
  }

  /// The form that `StatsRequest` in Contracts promises.
  private func statistics() -> Reply {
    var document: JSON.Object = [
      "service": .string(name), "pid": .number(getpid()), "uptime": .number((Double(metrics.uptime.wholeMilliseconds) / 1_000)),
    ]
    for (name, fact) in facts().sorted(by: <) { document[name] = .string(fact) }
    for member in metrics.snapshot() { document[member.name] = member.value }
    return Reply(200, content: JSON.object(document).bytes())
  }
}
