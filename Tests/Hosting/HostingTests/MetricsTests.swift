import CoreMetrics
import MessageBus
import OrderedJSON
import Testing

@testable import Hosting

struct HistogramTests {
  @Test func `recent values are those since a copy that is at least 10 seconds old`() throws {
    let start = ContinuousClock.now
    let histogram = Histogram(start: start)
    // The time of a summary (seconds), a value that is recorded before (milliseconds), and the recent values: count, p99 and interval.
    let table: [(second: Int, value: Int?, count: Int, p99: Int?, interval: Int)] = [
      (1, 900, 1, 900, 1), (2, nil, 1, 900, 2), (10, 5, 2, 900, 10), (10, nil, 2, 900, 10), (19, nil, 2, 900, 19),
      // The slow value is no longer recent.
      (20, nil, 0, nil, 10), (21, 7, 1, 7, 11), (29, nil, 1, 7, 19), (30, nil, 1, 7, 10), (40, nil, 0, nil, 10),
      // No reader asks for an hour.
      (3_640, 3, 1, 3, 3_600), (3_641, nil, 1, 3, 3_601), (3_650, nil, 0, nil, 10),
    ]
    for row in table {
      if let value = row.value { histogram.record(value * 1_000_000) }
      let summary = try #require(histogram.summary(at: start + .seconds(row.second)))
      #expect(summary.recent.count == row.count && summary.interval == .seconds(row.interval), "\(row)")
      // An upper bound, accurate to 1.6 percent.
      #expect(summary.recent.percentile(0.99).map { $0 / 1_000_000 } == row.p99, "\(row)")
      // The median of one value is the value, and that of two the lower one.
      #expect(summary.recent.percentile(0.5).map { $0 / 1_000_000 } == (row.count == 2 ? 5 : row.p99), "\(row)")
    }
    #expect(histogram.summary(at: start + .seconds(3_650))?.all.percentile(0.99) == 900_000_000)
  }

  /// Two readers, by the time between their summaries in tenths of a second; one value is recorded in each tenth.
  @Test(arguments: [(1, 70), (10, 10), (10, 13), (30, 99), (100, 101), (7, 600)])
  func `readers do not disturb each other`(first: Int, second: Int) throws {
    let start = ContinuousClock.now
    let histogram = Histogram(start: start)
    let longest = Duration.milliseconds(100 * (200 + 2 * min(first, second)))
    for tenth in 1...1_000 {
      histogram.record(1)
      let time = Duration.milliseconds(100 * tenth)
      for pace in [first, second] where tenth.isMultiple(of: pace) {
        let summary = try #require(histogram.summary(at: start + time))
        #expect(summary.interval >= min(time, .seconds(10)) && summary.interval <= longest)
        #expect(Duration.milliseconds(100 * summary.recent.count) == summary.interval)
      }
    }
  }
}

struct MetricsRegistryTests {
  @Test func `metrics of one name share a handler, and snapshots are sorted`() {
    let start = ContinuousClock.now
    let registry = MetricsRegistry(start: start)
    Counter(label: "hits", factory: registry).increment()
    Counter(label: "hits", factory: registry).increment(by: 2)
    Counter(label: "asked", dimensions: [("kind", "people")], factory: registry).increment()
    Gauge(label: "entries", factory: registry).record(12)
    Meter(label: "open", factory: registry).increment(by: 1.5)
    Timer(label: "fetch", factory: registry).recordMilliseconds(5)
    _ = Timer(label: "unused", factory: registry)
    let text = JSON.object(registry.snapshot(at: start + .seconds(14))).text()
    #expect(
      text
        == #"{"counters":{"asked{kind=people}":1,"hits":3},"gauges":{"entries":12,"open":1.5},"timers":{"fetch":{"count":1,"p50":5,"p90":5,"#
        + #""p99":5,"max":5,"recent":{"count":1,"p50":5,"p99":5,"seconds":14}}}}"#)
    let later = registry.snapshot(at: start + .seconds(24.5))
    #expect(later["timers"]?["fetch"]?["recent"] == ["count": 0, "seconds": .number(10.5)])
  }
}

struct InstrumentedServiceTests {
  /// A service that answers `/now` at once and other paths later; the status is the last path component.
  private struct Sample: BusService {
    let name = "sample"

    func answerAtOnce(_ request: Request) -> Reply? { request.target.path[0] == "now" ? reply(request) : nil }
    func answer(_ request: Request, parts: ReplyParts) async -> Reply { reply(request) }
    private func reply(_ request: Request) -> Reply { Reply(Int(request.target.path.last ?? "") ?? 200) }
  }

  private func ask(_ service: InstrumentedService, _ path: String...) async -> Reply {
    let request = Request("GET", Target(path))
    switch service.handle(request) {
    case .reply(let reply): return reply
    case .later(_, let begin):
      let reply = await withCheckedContinuation { continuation in
        _ = begin(ReplyParts { _ in }) { continuation.resume(returning: $0) }
      }
      service.answered(reply.status, after: .milliseconds(1))
      return reply
    }
  }

  @Test func `requests are counted by status class and reported in the agreed format`() async throws {
    let service = InstrumentedService(Sample(), metrics: MetricsRegistry())
    for path in [
      ["now", "200"], ["now", "404"], ["later", "200"], ["later", "304"], ["later", "503"], ["later", "700"], ["later", "0"],
    ] {
      _ = await ask(service, path[0], path[1])
    }
    let reply = await ask(service, "stats")
    let document = try JSON(parsing: reply.content)
    #expect(document.object?.names == ["service", "pid", "instance", "uptime", "counters", "gauges", "timers"])
    #expect(document["service"] == "sample")
    let counters = try #require(document["counters"]?.object)
    #expect(counters["requests"] == 7)
    #expect(counters["requests.atOnce"] == 2)
    #expect(["1xx", "2xx", "3xx", "4xx", "5xx"].map { counters["requests.\($0)"]?.int } == [1, 2, 1, 1, 2])
    #expect(document["gauges"]?["requests.inFlight"] == 0)
    #expect(document["timers"]?["answer"]?["count"] == 5)
  }

  @Test(arguments: [("GET", ["stats"], true), ("PURGE", ["stats"], false), ("GET", ["stats", "1"], false), ("GET", ["people"], false)])
  func `only GET stats is answered by the wrapper`(method: String, path: [String], isStatistics: Bool) {
    let service = InstrumentedService(Sample(), metrics: MetricsRegistry())
    let isAnsweredAtOnce = if case .reply = service.handle(Request(method, Target(path))) { true } else { false }
    #expect(isAnsweredAtOnce == isStatistics)
  }
}
