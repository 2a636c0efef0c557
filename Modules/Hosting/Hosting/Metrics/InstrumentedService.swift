import CoreMetrics
import MessageBus
import OrderedJSON
import Platform

/// A wrapper that instruments a service: answers `GET /stats`, counts requests by status class, measures their duration and forwards all
/// other requests. Allocates nothing for a request.
struct InstrumentedService: RequestHandler {
  private let inner: any RequestHandler
  private let registry: MetricsRegistry
  private let metrics: RequestMetrics
  private let members: @Sendable () -> JSON.Object
  let name: String

  /// Tells this process from processes of other hosts that have the same ID.
  private static let instance = String(UInt64.random(in: .min ... .max), radix: 16)

  private struct RequestMetrics: Sendable {
    let requests, immediate: AtomicCounter
    /// Replies by the first digit of their status, 1 to 5.
    let statusClasses: [AtomicCounter]
    let inFlight: AtomicGauge
    let answer: HistogramTimer

    init(_ registry: MetricsRegistry) {
      requests = registry.counter("requests")
      immediate = registry.counter("requests.atOnce")
      statusClasses = (1...5).map { registry.counter("requests.\($0)xx") }
      inFlight = registry.gauge("requests.inFlight")
      answer = registry.timer("answer")
    }

    func count(_ status: Int) { statusClasses[min(max(status / 100, 1), 5) - 1].increment(by: 1) }
  }

  /// - Parameter members: additional members of the statistics, such as a fetcher's origin; called for each request.
  init(_ service: any RequestHandler, metrics: MetricsRegistry, members: @escaping @Sendable () -> JSON.Object = { JSON.Object() }) {
    inner = service
    self.members = members
    name = service.name
    registry = metrics
    self.metrics = RequestMetrics(metrics)
  }

  func encodedReply(to request: ReceivedRequest) -> EncodedReply? {
    guard let reply = inner.encodedReply(to: request) else { return nil }
    countImmediate(reply.status)
    return reply
  }

  /// Immediate replies are counted but not timed: reading the clock twice would take about as long as answering.
  func handle(_ request: Request) -> Handling {
    if isStatistics(request) { return .reply(statistics()) }
    let handling = inner.handle(request)
    switch handling {
    case .reply(let reply): countImmediate(reply.status)
    case .later:
      metrics.requests.increment(by: 1)
      metrics.inFlight.increment(by: 1)
    }
    return handling
  }

  func answered(_ status: Int, after duration: Duration) {
    metrics.inFlight.decrement(by: 1)
    metrics.count(status)
    let (seconds, attoseconds) = duration.components
    metrics.answer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  private func countImmediate(_ status: Int) {
    metrics.requests.increment(by: 1)
    metrics.immediate.increment(by: 1)
    metrics.count(status)
  }

  private func isStatistics(_ request: Request) -> Bool {
    request.target.path.count == 1 && request.target.path[0] == "stats" && request.method == "GET"
  }

  /// Returns the document that `StatsRequest` in Contracts specifies.
  private func statistics() -> Reply {
    var document: JSON.Object = [
      "service": .string(name), "pid": .number(OwnProcess.id), "instance": .string(Self.instance),
      "uptime": .number((Double(registry.uptime.wholeMilliseconds) / 1_000)),
    ]
    for member in members() { document[member.name] = member.value }
    for member in registry.snapshot(at: .now) { document[member.name] = member.value }
    return Reply(200, content: JSON.object(document).bytes())
  }
}
