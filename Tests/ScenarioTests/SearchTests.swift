import Contracts
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

/// Scenarios with search workers.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SearchTests {
  /// Filling the index and concurrent requests for the same pages share one fetch per page.
  @Test func `with front-ends and two search workers on one cache, the origin gets one request per page and record`() async throws {
    let holocron = try await HolocronHarness()
    let broker = try await holocron.broker()
    let processes = [try await holocron.cache(), try await holocron.fetcher(), try await holocron.search(), try await holocron.search()]
    let client = try BusClient(BusAddress(requests: Endpoint("ipc://\(holocron.sandbox.runtimeFolder)/bus")))
    for service in [ServiceName.cache, .fetch, .search] { _ = try await statistics(of: service, client) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for kind in Kinds.standard.all.map(\.name) {
        group.addTask { for try await _ in client.stream("holocron.cache", ListRequest(kind, .all).request, within: .testLimit) {} }
      }
      try await group.waitForAll()
    }
    _ = try await eventually("all records are indexed", within: .testLimit) {
      let answer = try await client.ask(SearchRequest("luke", mayAskOrigin: false), of: .search, within: .testLimit)
      return answer.coverage.isComplete ? answer : nil
    }
    let targets = holocron.targets.filter { $0 != "/api/" }
    let repeated = Dictionary(grouping: targets) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(targets.count > 20)
    #expect(repeated.isEmpty, "requested more than once: \(repeated)")
    #expect(!targets.contains { $0.contains("/people/1/") })
    await client.close()
    withExtendedLifetime((broker, processes)) {}
  }

  /// Returns the statistics of a service. Retries until a worker answers: on a loaded machine, starting one may take longer than the broker's grace
  /// time.
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
