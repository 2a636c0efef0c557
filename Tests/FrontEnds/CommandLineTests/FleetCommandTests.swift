import Console
import MessageBus
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

/// `holocron up`, `scale` and `restart` with a running fleet, and without one.
@Suite struct FleetCommandTests {
  static let state: JSON = [
    "bus": "ipc:///r/bus", "origin": "https://swapi.dev/api", "fleet": ["caches": 1, "fetchers": 2, "searches": 1],
    "processes": [
      ["name": "broker", "state": "running"], ["name": "fetcher-1", "state": "running"], ["name": "fetcher-2", "state": "running"],
      ["name": "cache-1", "state": "running"], ["name": "search-1", "state": "waiting"],
    ],
  ]
  static let own: JSON = ["bus": "ipc:///r/bus", "origin": "http://127.0.0.1:1138/api", "processes": [["name": "origin"]]]

  @Test(
    arguments: [
      (nil, "ipc:///r/bus", state, nil), ("https://swapi.dev/api/", "ipc:///r/bus", state, nil), ("own", "ipc:///r/bus", own, nil),
      (
        "own", "ipc:///r/bus", state,
        "the origin https://swapi.dev/api; to change it, run holocron down, then holocron up with --origin own"
      ),
      (
        nil, "tcp://127.0.0.1:1", state,
        "the bus ipc:///r/bus; to change it, run holocron down, then holocron up with --bus tcp://127.0.0.1:1"
      ),
    ] as [(String?, String, JSON, String?)])
  func `up accepts the origin and the bus of the running fleet, and no others`(origin: String?, bus: String, state: JSON, detail: String?) {
    do throws(Problem) {
      try RunningFleet.check(origin: origin, bus: bus, FleetState(state))
      #expect(detail == nil)
    } catch {
      #expect(error.detail == detail.map { "the running fleet uses \($0)" } && error.exitCode == .usage)
    }
  }

  @Test func `a size request is done when all processes are running`() throws {
    func isDone(_ sizes: [String: Int], _ text: String) throws -> Bool { RunningFleet.isDone(sizes, FleetState(try JSON(parsing: text))) }
    let text = Self.state.text()
    // The search worker is waiting to be restarted.
    #expect(try !isDone(["caches": 1], text))
    let running = text.replacing("waiting", with: "running")
    #expect(try isDone(["caches": 1], running))
    // A search worker that is no longer needed is still finishing its requests.
    #expect(try !isDone(["searches": 0], running.replacing(#""searches":1"#, with: #""searches":0"#)))
  }

  @Test(arguments: [
    (["cache=3", "fetcher=2"], "3 cache workers, 2 fetchers"), (["holocron.search=0"], "0 search workers"),
    (["caches=64"], "64 cache workers"),
    (["fetcher=1"], "1 fetcher"),
  ]) func `the numbers of workers are read`(words: [String], text: String) throws {
    #expect(WorkerKind.words(try ScaleCommand.counts(words)) == text)
  }

  @Test(arguments: [
    ("scale cache", "invalid argument 'cache': expected SERVICE=N, such as cache=3"),
    ("scale cache=0", "invalid number '0' of caches: expected a whole number, from 1 to 64"),
    ("scale search=65", "invalid number '65' of searches: expected a whole number, from 0 to 64"),
    ("scale fetcher=two", "invalid number 'two' of fetchers: expected a whole number, from 1 to 64"),
    ("scale broker=2", "a fleet has one broker; its number cannot be changed"),
    ("scale cach=2", "unknown service 'cach' (available: cache, fetcher, search)"), ("scale cache=2 caches=3", "cache is named twice"),
    ("scale", "missing argument; usage: holocron scale SERVICE=N..."),
    ("restart", "missing argument; usage: holocron restart SERVICE, or holocron restart --all"),
    ("restart cache --all", "--all and 'cache' cannot be combined"),
  ]) func `a mistake is named`(line: String, detail: String) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(problem?.detail == detail && problem?.exitCode == .usage)
  }
}
