import Glibc
import OrderedJSON
import TestSupport
import Testing

/// What is killed comes back, and nobody who asks notices.
@Suite(.serialized) struct ResilienceTests {
  @Test func `cache, fetcher and broker are killed and restarted while eight front-ends ask`() async throws {
    let holocron = try await Holocron()
    var broker = try await holocron.broker()
    var cache = try await holocron.cache()
    var fetcher = try await holocron.fetcher()
    let secondFetcher = try await holocron.fetcher()

    // Every front-end asks for records of its own besides the shared ones, so that fetches go on throughout.
    var frontEnds: [RunningProcess] = []
    for number in 0..<8 {
      let own = (0..<6).map { "planets/\(1 + number * 6 + $0)" }
      frontEnds.append(try await holocron.frontEnd(own + ["people/1", "films/1", "starships/9"], "--limit", "60000", "--concurrency", "2"))
    }
    for frontEnd in frontEnds { try await frontEnd.line(on: .output, containing: "answered") }

    for round in 0..<2 {
      try await cache.killed()
      cache = try await holocron.cache()
      try await expectAnswers(holocron, "vehicles/\(4 + round * 2)")
      try await fetcher.killed()
      fetcher = try await holocron.fetcher()
      try await expectAnswers(holocron, round == 0 ? "vehicles/7" : "vehicles/8")
      try await broker.killed()
      broker = try await holocron.broker()
      try await expectAnswers(holocron, round == 0 ? "vehicles/14" : "vehicles/16")
    }

    for frontEnd in frontEnds {
      frontEnd.send(SIGTERM)
      let ending = try await frontEnd.ending()
      let outcome = try JSON(parsing: String(frontEnd.output.split(separator: "\n").last ?? ""))
      #expect(ending == .exited(0), "\(outcome.text())")
      #expect(outcome["wrong"]?.int == 0 && outcome["failed"]?.int == 0)
      #expect(outcome["right"]?.int ?? 0 > 0)
    }
    withExtendedLifetime((broker, cache, fetcher, secondFetcher)) {}
  }

  /// A new front-end gets an answer that nothing has cached: the whole way works again.
  private func expectAnswers(_ holocron: Holocron, _ record: String) async throws {
    let frontEnd = try await holocron.frontEnd([record], "--requests", "1", "--limit", "60000")
    try await frontEnd.ends(.exited(0))
  }

  @Test func `started in reverse, front-end first and broker last, everything works`() async throws {
    let holocron = try await Holocron()
    let frontEnd = try await holocron.frontEnd(["people/1"], "--requests", "1", "--limit", "60000")
    let parts = [
      try await holocron.cache(isAttached: false), try await holocron.fetcher(isAttached: false), try await holocron.broker(),
    ]
    try await frontEnd.ends(.exited(0))
    withExtendedLifetime(parts) {}
  }

  @Test func `without its origin the cache goes on, and what it does not hold is refused with a way on`() async throws {
    let holocron = try await Holocron()
    let parts = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher()]
    #expect(try await holocron.holocron("show", "people/1", "--json").code == 0)
    try await holocron.origin.killed()
    let cached = try await holocron.holocron("show", "people/1", "--json")
    #expect(cached.code == 0)
    #expect(cached.output.contains("Luke Skywalker"))
    let uncached = try await holocron.holocron("show", "people/2")
    #expect(uncached.code == 5)
    #expect(uncached.errors.contains("refused"))
    #expect(uncached.errors.contains(holocron.base))
    #expect(uncached.output.isEmpty)
    withExtendedLifetime(parts) {}
  }
}
