import Launch
import MessageBus
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

/// What `up` makes of a fleet that runs.
@Suite struct RunningFleetTests {
  static let state: JSON = [
    "bus": "ipc:///r/bus", "origin": "https://swapi.dev/api", "fleet": ["caches": 1, "fetchers": 2, "searches": 1],
    "processes": [
      ["name": "broker", "state": "running"], ["name": "fetcher-1", "state": "running"], ["name": "fetcher-2", "state": "running"],
      ["name": "cache-1", "state": "running"], ["name": "search-1", "state": "waiting"],
    ],
  ]

  @Test(arguments: [nil, "https://swapi.dev/api", "https://swapi.dev/api/"]) func itsOwnOriginMayBeNamed(origin: String?) throws {
    try RunningFleet.check(origin: origin, bus: "ipc:///r/bus", Self.state)
  }

  @Test(arguments: [
    (
      "embedded", "ipc:///r/bus",
      "it looks things up at https://swapi.dev/api; to change that: holocron down, then holocron up with --origin embedded"
    ),
    (nil, "tcp://127.0.0.1:1", "its bus is ipc:///r/bus; to change that: holocron down, then holocron up with --bus tcp://127.0.0.1:1"),
  ]) func anotherOriginOrBusIsRefused(origin: String?, bus: String, detail: String) {
    let problem = #expect(throws: Problem.self) { try RunningFleet.check(origin: origin, bus: bus, Self.state) }
    #expect(problem?.detail == detail)
    #expect(problem?.exitCode == .usage)
  }

  @Test func aWishIsDoneWhenAllItsProcessesRun() throws {
    var state = Self.state
    #expect(FleetWish([:]).isGranted(by: state) == true)
    #expect(FleetWish(["caches": 2]).isGranted(by: state) == false)
    #expect(FleetWish(["caches": 2]).isGranted(by: ["pid": 1]) == nil)
    // Its search worker is about to be started again.
    #expect(!RunningFleet.isDone(FleetWish(["caches": 1]), state))
    state = try JSON(parsing: Array(state.text().replacing("waiting", with: "running").utf8))
    #expect(RunningFleet.isDone(FleetWish(["caches": 1]), state))
    // One that is not wanted any more still finishes what it holds.
    state = try JSON(parsing: Array(state.text().replacing(#""searches":1"#, with: #""searches":0"#).utf8))
    #expect(!RunningFleet.isDone(FleetWish(["searches": 0]), state))
  }

  @Test func onlyTheNumbersThatAreGivenAreWishedFor() throws {
    #expect(UpCommand.wish(try UpCommand().arguments(["--caches", "3", "--searches", "0"])) == FleetWish(["caches": 3, "searches": 0]))
    #expect(UpCommand.wish(try UpCommand().arguments([])) == FleetWish([:]))
  }
}
