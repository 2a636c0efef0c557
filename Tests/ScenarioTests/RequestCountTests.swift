import Contracts
import MessageBus
import OrderedJSON
import TestSupport
import Testing

/// A scenario for the number of requests that a command sends to the cache, as the broker counts them.
@Suite(.serialized) struct RequestCountTests {
  /// The first run finds an empty cache, the second a full one.
  @Test(arguments: [("people/1", 2), ("luke", 3)]) func `show sends few requests`(name: String, limit: Int) async throws {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher()]
    let client = try BusClient(BusAddress(requests: Endpoint("ipc://\(holocron.sandbox.runtimeFolder)/bus")))
    var counted = 0
    for state in ["empty", "full"] {
      let shown = try await holocron.run("show", name)
      #expect(shown.code == 0, "\(shown.errors)")
      #expect(shown.output.contains("Luke Skywalker") && shown.output.contains("A New Hope") && shown.output.contains("Tatooine"))
      #expect(shown.errors.isEmpty)
      let total = try await cacheRequests(client)
      #expect((1...limit).contains(total - counted), "\(total - counted) requests with the cache \(state)")
      counted = total
    }
    await client.close()
    withExtendedLifetime(processes) {}
  }

  /// Returns the number of requests for the cache service since the broker started.
  private func cacheRequests(_ client: BusClient) async throws -> Int {
    let reply = try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit)
    let services = try JSON(parsing: reply.content)["services"]?.array ?? []
    return try #require(services.first { $0["name"]?.string == ServiceName.cache.text }?["requests"]?.int)
  }
}
