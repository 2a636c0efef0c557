import MessageBus
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

  @Test func `requests succeed when the front-end is started first and the broker last`() async throws {
    let holocron = try await HolocronHarness()
    let client = try BusClient(BusAddress(requests: Endpoint("ipc://\(holocron.sandbox.runtimeFolder)/bus")))
    async let reply = client.ask("holocron.cache", Request("GET", Target(["people", "1"])), within: .seconds(60))
    let processes = [
      try await holocron.cache(isAttached: false), try await holocron.fetcher(isAttached: false), try await holocron.broker(),
    ]
    #expect(try await reply.status == 200)
    await client.close()
    withExtendedLifetime(processes) {}
  }

  @Test func `without its origin, the cache serves cached records and reports an error for others`() async throws {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher()]
    #expect(try await holocron.run("show", "people/1", "--json").code == 0)
    try await holocron.origin.killAndWait()
    let cached = try await holocron.run("show", "people/1", "--json")
    #expect(cached.code == 0)
    #expect(cached.output.contains("Luke Skywalker"))
    let uncached = try await holocron.run("show", "people/2")
    #expect(uncached.code == 5)
    #expect(uncached.errors.contains("refused"))
    #expect(uncached.errors.contains(holocron.base))
    #expect(uncached.output.isEmpty)
    withExtendedLifetime(processes) {}
  }
}
