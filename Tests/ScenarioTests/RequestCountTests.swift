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

  /// The pages of all lists hold all records. The root document is requested once by each fetcher, to detect the dialect.
  @Test func `warming the cache requests each page of each list once`() async throws {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher()]
    let kinds = ["people", "films", "planets", "species", "vehicles", "starships"]
    let pages = [9, 1, 6, 4, 4, 4]
    let expected = zip(kinds, pages).flatMap { kind, pages in ["/api/\(kind)/"] + (1..<pages).map { "/api/\(kind)/?page=\($0 + 1)" } }
    var before = 0
    for state in ["new", "purged"] {
      let warmed = try await holocron.run("cache", "warm", "--json")
      #expect(warmed.code == 0, "\(warmed.errors)")
      #expect(warmed.output.contains("260"), "\(warmed.output)")
      let all = holocron.targets
      let sent = all.dropFirst(before).filter { $0 != "/api/" }
      #expect(Set(sent) == Set(expected), "\(state)")
      #expect(sent.count == expected.count, "\(state)")
      before = all.count
      let purged = try await holocron.run("cache", "purge", "--all", "--yes")
      #expect(purged.code == 0, "\(purged.errors)")
    }
    // The fetcher asked once which dialect the server speaks, and the cache each time for the kinds.
    #expect((1...3).contains(holocron.requests(for: "/api/")))
    withExtendedLifetime(processes) {}
  }

  /// Returns the number of requests for the cache service since the broker started.
  private func cacheRequests(_ client: BusClient) async throws -> Int {
    let reply = try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit)
    let services = try JSON(parsing: reply.content)["services"]?.array ?? []
    return try #require(services.first { $0["name"]?.string == ServiceName.cache.text }?["requests"]?.int)
  }
}
