import Contracts
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

/// A search worker beside everything else.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SearchTests {
  /// Whatever the index fills itself with, and whoever asks for the same meanwhile, the origin is asked once for each page.
  @Test func `front-ends and two search workers on one cache: the origin sees each page and record once`() async throws {
    let holocron = try await Holocron()
    let broker = try await holocron.broker()
    let parts = [try await holocron.cache(), try await holocron.fetcher(), try await holocron.search(), try await holocron.search()]
    let client = try BusClient(BusAddress(requests: Endpoint("ipc://\(holocron.sandbox.runtimeFolder)/bus")))
    for service in [ServiceName.cache, .fetch, .search] { _ = try await statistics(of: service, client) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for kind in Kinds.standard.all.map(\.name) {
        group.addTask { for try await _ in client.stream("holocron.cache", ListRequest(kind, .all).request, within: .testLimit) {} }
      }
      try await group.waitForAll()
    }
    _ = try await eventually("all is indexed", within: .testLimit) {
      let answer = try await client.ask(SearchRequest("luke", mayAskOrigin: false), of: .search, within: .testLimit)
      return answer.coverage.isComplete ? answer : nil
    }
    let targets = holocron.targets.filter { $0 != "/api/" }
    let often = Dictionary(grouping: targets) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(targets.count > 20)
    #expect(often.isEmpty, "asked more than once: \(often)")
    #expect(!targets.contains { $0.contains("/people/1/") })
    await client.close()
    withExtendedLifetime((broker, parts)) {}
  }

  @Test func `a server of somebody else is not crawled`() async throws {
    let sandbox = try Sandbox()
    let broker = try await sandbox.service("holocron-broker")
    try await broker.line(on: .errors, containing: "broker listens")
    let client = try BusClient(BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")))
    // Nobody listens there: an attempt would show as a failed fetch.
    let fetcher = try await sandbox.service("holocron-fetcher", "--origin", "http://192.0.2.1:9/api")
    _ = try await statistics(of: .fetch, client)
    let parts = [fetcher, try await sandbox.service("holocron-cache"), try await sandbox.service("holocron-search")]
    // The index has looked when its worker knows how much there is to know.
    _ = try await eventually("the search worker looked at the cache") {
      let statistics = try await statistics(of: .cache, client)
      return (statistics["counters"]?["misses"]?.int ?? 0) >= 6 ? true : nil
    }
    let told = try await statistics(of: .fetch, client)
    #expect(told["counters"]?["fetch.failures"]?.int ?? 0 == 0)
    #expect(told["timers"]?["fetch"] == nil)
    await client.close()
    withExtendedLifetime((broker, parts)) {}
  }

  /// Waits for a worker: a machine under load may take longer to start one than the broker waits.
  private func statistics(of service: ServiceName, _ client: BusClient) async throws -> JSON {
    try await eventually("\(service) answers") {
      do throws(Problem) {
        return try await client.ask(StatsRequest(), of: service, within: .testLimit)
      } catch {
        guard error.type == ProblemType.noWorker else { throw error }
        return nil
      }
    }
  }
}
