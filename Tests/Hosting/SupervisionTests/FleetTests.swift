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

  @Test func `a fleet without search has no search worker`() throws {
    #expect(try fleet(.embedded, searches: 0).specifications(in: "/bin").map(\.name) == ["broker", "fetcher-1", "fetcher-2", "cache-1"])
  }

  @Test(arguments: [
    (#"{"caches":3}"#, FleetSize(caches: 3, fetchers: 2, searches: 1)),
    (#"{"fetchers":64,"searches":0}"#, FleetSize(caches: 1, fetchers: 64, searches: 0)),
    ("{}", FleetSize()),
    (#"{"caches":0}"#, nil), (#"{"caches":65}"#, nil), (#"{"fetchers":0}"#, nil), (#"{"searches":-1}"#, nil), (#"{"caches":"3"}"#, nil),
    ("[3]", nil), ("3", nil),
  ]) func `a request changes the size within its ranges`(request: String, expected: FleetSize?) throws {
    #expect(FleetSize().applying(try JSON(parsing: Array(request.utf8))) == expected)
  }

  @Test func `logs show a size as its numbers`() {
    #expect("\(FleetSize(caches: 3, fetchers: 2, searches: 0))" == "caches=3 fetchers=2 searches=0")
  }

  @Test func `every child has --lifeline`() throws {
    let specifications = try fleet(.own(port: 7)).specifications(in: "/bin")
    #expect(specifications.allSatisfy { $0.arguments.last == "--lifeline" })
  }
}
