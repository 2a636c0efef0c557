import MessageBus
import OrderedJSON
import Testing

@testable import Supervision

struct FleetTests {
  private func fleet(_ origin: Fleet.Origin, caches: Int = 1, fetchers: Int = 2, searches: Int = 1) throws -> Fleet {
    Fleet(
      bus: try BusAddress(requests: Endpoint("ipc:///r/bus")), origin: origin,
      size: FleetSize(caches: caches, fetchers: fetchers, searches: searches), commonArguments: ["--log-level", "info"])
  }

  @Test(arguments: [
    (Fleet.Origin.own(port: 7), ["broker", "origin", "fetcher-1", "fetcher-2", "cache-1", "search-1"], "http://127.0.0.1:7/api"),
    (.embedded, ["broker", "fetcher-1", "fetcher-2", "cache-1", "search-1"], "embedded"),
    (.url("https://swapi.dev/api"), ["broker", "fetcher-1", "fetcher-2", "cache-1", "search-1"], "https://swapi.dev/api"),
  ])
  func `processes start in dependency order`(origin: Fleet.Origin, names: [String], url: String) throws {
    let specifications = try fleet(origin).specifications(in: "/bin")
    #expect(specifications.map(\.name) == names)
    let fetcher = try #require(specifications.first { $0.name == "fetcher-1" })
    #expect(
      fetcher
        == ChildSpecification(
          "fetcher-1", executable: "/bin/holocron-fetcher",
          arguments: [
            "--bus", "ipc:///r/bus", "--workers-endpoint", "ipc:///r/workers", "--events", "ipc:///r/events", "--log-level", "info",
            "--origin", url, "--lifeline",
          ]))
  }

  @Test func `the fleet has the requested number of workers`() throws {
    let names = try fleet(.embedded, caches: 3, fetchers: 1, searches: 2).specifications(in: "/bin").map(\.name)
    #expect(names == ["broker", "fetcher-1", "cache-1", "cache-2", "cache-3", "search-1", "search-2"])
    #expect(Set(names).count == names.count)
  }
}
