import Platform
import TestSupport
import Testing

/// A scenario for single flight: concurrent requests share one fetch.
@Suite(.serialized) struct SingleFetchTests {
  @Test func `a thousand requests from ten processes through two cache workers cause one request to the origin`() async throws {
    let holocron = try await HolocronHarness()
    let broker = try await holocron.broker()
    let workers = [
      try await holocron.cache(), try await holocron.cache(), try await holocron.fetcher(), try await holocron.fetcher(),
    ]
    var frontEnds: [RunningProcess] = []
    for _ in 0..<10 {
      frontEnds.append(try await holocron.frontEnd(["people/83"], requests: 100, concurrency: 100))
    }
    for frontEnd in frontEnds {
      try await frontEnd.ends(.exited(0))
      try frontEnd.expectRightAnswers(100)
    }
    #expect(holocron.requests(for: "/api/people/83/") == 1, "\(workers.map(\.errors)) \(holocron.origin.errors)")
    withExtendedLifetime((broker, workers)) {}
  }
}
