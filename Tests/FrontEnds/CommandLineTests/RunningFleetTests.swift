import Console
import Localization
import MessageBus
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

/// `holocron up` with a running fleet.
@Suite struct RunningFleetTests {
  static let state: JSON = [
    "bus": "ipc:///r/bus", "origin": "https://swapi.dev/api", "fleet": ["caches": 1, "fetchers": 2, "searches": 1],
    "processes": [
      ["name": "broker", "state": "running"], ["name": "fetcher-1", "state": "running"], ["name": "fetcher-2", "state": "running"],
      ["name": "cache-1", "state": "running"], ["name": "search-1", "state": "waiting"],
    ],
  ]

  @Test(arguments: [nil, "https://swapi.dev/api", "https://swapi.dev/api/"]) func `up accepts the origin of the running fleet`(
    origin: String?
  ) throws {
    try RunningFleet.check(origin: origin, bus: "ipc:///r/bus", Self.state)
  }

  @Test func `up accepts own if the running fleet has its own origin`() throws {
    let processes: JSON = [["name": "origin", "state": "running"]]
    let state: JSON = ["bus": "ipc:///r/bus", "origin": "http://127.0.0.1:1138/api", "processes": processes]
    try RunningFleet.check(origin: "own", bus: "ipc:///r/bus", state)
    #expect(throws: Problem.self) { try RunningFleet.check(origin: "own", bus: "ipc:///r/bus", Self.state) }
  }

  @Test(arguments: [
    (
      "embedded", "ipc:///r/bus",
      "the running fleet uses the origin https://swapi.dev/api; to change it, run holocron down, then holocron up with --origin embedded"
    ),
    (
      nil, "tcp://127.0.0.1:1",
      "the running fleet uses the bus ipc:///r/bus; to change it, run holocron down, then holocron up with --bus tcp://127.0.0.1:1"
    ),
  ]) func `up rejects another origin or bus`(origin: String?, bus: String, detail: String) {
    let problem = #expect(throws: Problem.self) { try RunningFleet.check(origin: origin, bus: bus, Self.state) }
    #expect(problem?.detail == detail)
    #expect(problem?.exitCode == .usage)
  }

  @Test func `the new size is said in words`() {
    #expect(RunningFleet.words(["caches": 3]) == "3 cache workers")
    #expect(RunningFleet.words(["searches": 0, "fetchers": 1, "caches": 2]) == "2 cache workers, 1 fetcher, 0 search workers")
  }

  @Test func `a size request is done when all processes are running`() throws {
    var state = Self.state
    // The search worker is waiting to be restarted.
    #expect(!RunningFleet.isDone(["caches": 1], state))
    state = try JSON(parsing: Array(state.text().replacing("waiting", with: "running").utf8))
    #expect(RunningFleet.isDone(["caches": 1], state))
    // A search worker that is no longer needed is still finishing its requests.
    state = try JSON(parsing: Array(state.text().replacing(#""searches":1"#, with: #""searches":0"#).utf8))
    #expect(!RunningFleet.isDone(["searches": 0], state))
  }

  @Test func `a size request contains only the given numbers`() throws {
    #expect(UpCommand.sizes(try UpCommand().arguments(["--caches", "3", "--searches", "0"])) == ["caches": 3, "searches": 0])
    #expect(UpCommand.sizes(try UpCommand().arguments([])).isEmpty)
  }
}
