import Platform
import TestSupport
import Testing

/// Scenarios in which processes are killed and restarted.
@Suite(.serialized) struct ResilienceTests {
  @Test func `no request fails while cache, fetcher and broker are killed and restarted`() async throws {
    let holocron = try await HolocronHarness()
    var broker = try await holocron.broker()
    var cache = try await holocron.cache()
    var fetcher = try await holocron.fetcher()
    let secondFetcher = try await holocron.fetcher()

    // Every front-end also requests records that no other one requests, so that fetches continue throughout.
    var frontEnds: [RunningProcess] = []
    for number in 0..<8 {
      let own = (0..<6).map { "planets/\(1 + number * 6 + $0)" }
      frontEnds.append(try await holocron.frontEnd(own + ["people/1", "films/1", "starships/9"], concurrency: 2))
    }
    try await holocron.waitForRequests(for: (0..<8).map { "planets/\(1 + $0 * 6)" })

    for round in 0..<2 {
      try await cache.killAndWait()
      cache = try await holocron.cache()
      try await expectAnswers(holocron, "vehicles/\(4 + round * 2)")
      try await fetcher.killAndWait()
      fetcher = try await holocron.fetcher()
      try await expectAnswers(holocron, round == 0 ? "vehicles/7" : "vehicles/8")
      try await broker.killAndWait()
      broker = try await holocron.broker()
      try await expectAnswers(holocron, round == 0 ? "vehicles/14" : "vehicles/16")
    }

    for frontEnd in frontEnds {
      try await frontEnd.stopFrontEnd()
    }
    withExtendedLifetime((broker, cache, fetcher, secondFetcher)) {}
  }

  /// Expects a new front-end to get a record that is not cached, which involves every process.
  private func expectAnswers(_ holocron: HolocronHarness, _ record: String) async throws {
    let frontEnd = try await holocron.frontEnd([record], requests: 1)
    try await frontEnd.ends(.exited(0))
  }
}
