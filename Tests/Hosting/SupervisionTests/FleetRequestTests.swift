import MessageBus
import OrderedJSON
import Testing

@testable import Supervision

/// Tests of requests to a supervisor, and of what it tells about the processes of an earlier one.
struct FleetRequestTests {
  private let size = FleetSize(caches: 1, fetchers: 2, searches: 1)

  private func request(_ text: String) throws -> FleetRequest? { FleetRequest(try JSON(parsing: text), size: size) }

  @Test(arguments: [
    (#"{"caches":3}"#, nil, FleetRequest.Work.resize(FleetSize(caches: 3, fetchers: 2, searches: 1))),
    (#"{"id":"7-1","searches":0,"unknown":true}"#, "7-1", .resize(FleetSize(caches: 1, fetchers: 2, searches: 0))),
    ("{}", nil, .resize(FleetSize(caches: 1, fetchers: 2, searches: 1))),
    (#"{"id":"7-2","restart":"all"}"#, "7-2", .restart(nil)),
    (#"{"restart":["cache-1","broker","cache-1"]}"#, nil, .restart(["cache-1", "broker"])),
  ]) func `a request names a size or processes to restart`(text: String, id: String?, work: FleetRequest.Work) throws {
    let request = try #require(try request(text))
    #expect(request.id == id)
    #expect(request.work == work)
  }

  @Test(arguments: [
    "[]", "3", #"{"caches":0}"#, #"{"caches":65}"#, #"{"caches":"3"}"#, #"{"restart":"some"}"#, #"{"restart":[]}"#, #"{"restart":[1]}"#,
    #"{"restart":["cache-1",null]}"#, #"{"restart":true}"#,
    #"{"id":"0123456789012345678901234567890123456789012345678901234567890123456789"}"#,
  ]) func `an invalid request is none`(text: String) throws { #expect(try request(text) == nil) }

  @Test func `the processes of an earlier fleet are those in its state file`() throws {
    let state = try JSON(
      parsing: #"""
        {"processes":[{"name":"broker","pid":4711},{"name":"cache-1","pid":null},{"name":"cache-2"},{"pid":4712},{"name":"x","pid":1},
        {"name":"y","pid":-4711},{"name":"z","pid":4294967296}]}
        """#)
    #expect(EarlierFleet.processes(in: state) == [EarlierFleet.Process(name: "broker", id: 4_711)])
    #expect(EarlierFleet.processes(in: .null).isEmpty)
  }

  @Test(arguments: [
    (["/opt/bin/holocron-cache", "--bus", "ipc:///r/bus", "--lifeline"], true), (["/bin/sh", "/t/holocron-cache", "--lifeline"], true),
    (["/opt/bin/holocron-cache", "--bus", "ipc:///r/bus"], false), (["/opt/bin/holocron-fetcher", "--lifeline"], false),
    (["vim", "notes", "holocron-cache", "--lifeline"], false), ([], false),
  ]) func `a process of a fleet is known by its command line`(words: [String], isOne: Bool) {
    #expect(EarlierFleet.isCommandLine(words, of: "cache-1") == isOne)
  }

  @Test func `a process that was restarted is as old as the new process`() {
    var status = ChildStatus(ChildSpecification("cache-1", executable: ""), log: "", since: 0)
    var before = status
    (status.state, status.pid) = (.running, 1)
    status.updateSince(after: before, now: 10)
    #expect(status.since == 10)
    before = status
    status.lastLine = "ready"
    status.updateSince(after: before, now: 20)
    #expect(status.since == 10)
    status.pid = 2
    status.updateSince(after: before, now: 30)
    #expect(status.since == 30)
  }

  @Test func `the last lines are bounded in count and bytes`() {
    var last = LastLines()
    for number in 1...500 { last.append("\(number)") }
    #expect(last.lines == (301...500).map { "\($0)" })
    let long = String(repeating: "x", count: 20_000)
    for _ in 1...5 { last.append(long) }
    #expect(last.lines == [long, long, long])
    let huge = String(repeating: "x", count: 100_000)
    last.append(huge)
    #expect(last.lines == [huge])
  }
}

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
            "--bus", "ipc:///r/bus", "--events", "ipc:///r/events", "--log-level", "info", "--origin", url, "--lifeline",
          ]))
  }

  @Test func `the fleet has the requested number of workers`() throws {
    let names = try fleet(.embedded, caches: 3, fetchers: 1, searches: 2).specifications(in: "/bin").map(\.name)
    #expect(names == ["broker", "fetcher-1", "cache-1", "cache-2", "cache-3", "search-1", "search-2"])
    #expect(Set(names).count == names.count)
  }

  @Test func `every worker gets the key`() throws {
    var fleet = try fleet(.own(port: 7))
    fleet.keyFile = "/k.json"
    let withKey = fleet.specifications(in: "/bin").filter { $0.arguments.contains("/k.json") }.map(\.name)
    #expect(withKey == ["fetcher-1", "fetcher-2", "cache-1", "search-1"])
  }
}
