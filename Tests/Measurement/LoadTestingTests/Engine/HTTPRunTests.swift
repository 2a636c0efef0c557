import Origin
import Platform
import ServiceTestSupport
import TestSupport
import Testing

@testable import LoadTesting

/// Runs against an origin that takes 20 ms for every answer. Arithmetic gives lower bounds of all latencies; nothing bounds them above.
struct HTTPRunTests {
  private static let latency = Duration.milliseconds(20)

  private func run(_ pacing: LoadPlan.Pacing, requests: Int, outstanding: Int = 1_024) async throws -> (Measurements, served: Int) {
    var result: (Measurements, served: Int)?
    try await withOrigin(OriginSettings(port: 0, latency: .fixed(Self.latency))) { base, responses in
      let plan = LoadPlan.test(pacing, target: .http(base)) {
        $0.template = try? RequestTemplate(url: "\(base)/{key}/")
        $0.requests = requests
        $0.outstanding = outstanding
        $0.timeout = .testLimit
        $0.drainLimit = .testLimit
        $0.keys = .sequential
      }
      let runner = LoadRunner(address: nil, echoService: "", stop: StopSignal(), live: nil)
      let run = try await within(.testLimit, "the run") { try await runner.run(plan) }
      result = (run.collected.total, responses.all.count)
    }
    return try #require(result)
  }

  @Test func `no answer is faster than the origin`() async throws {
    let (total, served) = try await run(.closed(4), requests: 40)
    #expect(total.statuses == ["200": 40])
    #expect(total.service.count(from: .milliseconds(20)) == 40)
    #expect(total.latency.count(from: .milliseconds(20)) == 40)
    #expect(total.errors == 0)
    // To find out whether the origin is there, the run only connects.
    #expect(served == 40)
  }

  /// 20 requests at distances of 10 ms through one connection: request k is due after 10·k ms and cannot end before 20·(k + 1) ms, so its
  /// latency is at least 20 + 10·k ms, although the origin takes about 20 ms for each.
  @Test func `requests that wait for a slow origin have waited since they were due`() async throws {
    let (total, _) = try await run(.constant(100, for: .milliseconds(200)), requests: 20, outstanding: 1)
    #expect(total.latency.count == 20)
    for request in 0..<20 { #expect(total.latency.count(from: .milliseconds(20 + 10 * request)) >= 20 - request) }
    #expect(total.queueing.count(from: .milliseconds(190)) >= 1)
    #expect(total.service.count(from: .milliseconds(20)) == 20)
    #expect(total.waited == 19)
  }

  @Test func `a search for the limit whose target stops answering ends with what it found`() async throws {
    let (bases, announce) = AsyncStream.makeStream(of: String.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let origin = Task {
      try await withOrigin(OriginSettings(port: 0)) { base, _ in
        announce.yield(base)
        for await _ in ends {}
      }
    }
    let base = try #require(await bases.first { _ in true })
    let objective = try #require(Threshold("p99<1us"))
    let plan = LoadPlan.test(.constant(64, for: .milliseconds(100)), target: .http(base)) {
      $0.template = try? RequestTemplate(url: "\(base)/people/1/")
      $0.slo = [objective]
      $0.timeout = .seconds(1)
    }
    let runner = LoadRunner(address: nil, echoService: "", stop: StopSignal(), live: nil)
    // The origin ends after the first trial.
    let (_, _, search) = try await within(.testLimit, "the search") {
      try await LimitRun(plan: plan, runner: runner) { _ in end.finish() }.search()
    }
    #expect(search?.rate == nil)
    #expect(search?.steps.first?.measured != "no answer")
    #expect(search?.steps.last?.measured == "no answer")
    try await origin.value
  }
}
