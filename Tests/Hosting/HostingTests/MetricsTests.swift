import CoreMetrics
import MessageBus
import OrderedJSON
import Testing

@testable import Hosting

struct HistogramTests {
  @Test func `each value falls into its bucket`() {
    var last = -1
    let edges = (12...39).flatMap { [Int64(1) << $0 - 1, Int64(1) << $0, Int64(1) << $0 + 1] }
    for value in ((0...5_000).map(Int64.init) + edges).sorted() {
      let index = Histogram.index(value)
      #expect(index >= last)
      last = index
      #expect(Histogram.upperBound(index) >= value)
      #expect(index == 0 || Histogram.upperBound(index - 1) < value)
      #expect(Double(Histogram.upperBound(index) - value) <= Double(value) / 64)
    }
  }

  @Test func `percentiles are accurate to 1.6 percent`() throws {
    let histogram = Histogram()
    for value in (1...10_000).shuffled() { histogram.record(Int64(value) * 1_000) }
    let summary = try #require(histogram.summary)
    #expect(summary.count == 10_000)
    #expect(summary.max == 10_000_000)
    for (found, exact) in [(summary.p50, 5e6), (summary.p90, 9e6), (summary.p99, 9.9e6)] {
      #expect(Double(found) >= exact && Double(found) <= exact * (1 + 1.0 / 60))
    }
  }

  @Test func `values out of range are clamped`() throws {
    let histogram = Histogram()
    histogram.record(-5)
    histogram.record(.max)
    let summary = try #require(histogram.summary)
    #expect(summary.count == 2)
    #expect(summary.p50 == 0)
    #expect(summary.max == 1 << 40 - 1)
  }

  @Test func `an empty histogram has no summary`() { #expect(Histogram().summary == nil) }
}

struct MetricsRegistryTests {
  @Test func `metrics of one name share a handler, and snapshots are sorted`() {
    let registry = MetricsRegistry()
    Counter(label: "hits", factory: registry).increment()
    Counter(label: "hits", factory: registry).increment(by: 2)
    Counter(label: "asked", dimensions: [("kind", "people")], factory: registry).increment()
    Gauge(label: "entries", factory: registry).record(12)
    Meter(label: "open", factory: registry).increment(by: 1.5)
    Timer(label: "fetch", factory: registry).recordMilliseconds(5)
    _ = Timer(label: "unused", factory: registry)
    let text = JSON.object(registry.snapshot()).text()
    #expect(
      text
        == #"{"counters":{"asked{kind=people}":1,"hits":3},"gauges":{"entries":12,"open":1.5},"timers":{"fetch":{"count":1,"p50":5,"p90":5,"p99":5,"max":5}}}"#
    )
  }

  @Test func `concurrent updates are not lost`() async {
    let registry = MetricsRegistry()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 {
            registry.counter("n").increment(by: 1)
            registry.gauge("g").increment(by: 1)
            registry.timer("t").recordNanoseconds(1)
          }
        }
      }
    }
    #expect(registry.counter("n").value == 8_000)
    #expect(registry.gauge("g").value == 8_000)
    #expect(registry.timer("t").histogram.summary?.count == 8_000)
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
    case .task(let answer), .waiting(let answer): return await answer(ReplyParts { _ in })
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
    #expect(document.object?.names == ["service", "pid", "uptime", "counters", "gauges", "timers"])
    #expect(document["service"] == "sample")
    let counters = try #require(document["counters"]?.object)
    #expect(counters["requests"] == 7)
    #expect(counters["requests.at-once"] == 2)
    #expect(["1xx", "2xx", "3xx", "4xx", "5xx"].map { counters["requests.\($0)"]?.int } == [1, 2, 1, 1, 2])
    #expect(document["gauges"]?["requests.in-flight"] == 0)
    #expect(document["timers"]?["answer"]?["count"] == 5)
  }

  @Test(arguments: [("GET", ["stats"], true), ("PURGE", ["stats"], false), ("GET", ["stats", "1"], false), ("GET", ["people"], false)])
  func `only GET stats is answered by the wrapper`(method: String, path: [String], isStatistics: Bool) {
    let service = InstrumentedService(Sample(), metrics: MetricsRegistry())
    let isAnsweredAtOnce = if case .reply = service.handle(Request(method, Target(path))) { true } else { false }
    #expect(isAnsweredAtOnce == isStatistics)
  }
}
