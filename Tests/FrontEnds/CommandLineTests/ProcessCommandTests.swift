import Client
import Console
import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

/// The commands status, cache, watch and up without processes.
@Suite struct ProcessCommandTests {
  @Test func `status shows services and hit ratio`() async throws {
    let harness = CommandHarness(columns: 80)
    #expect(try await harness.run("status") == .success)
    #expect(
      harness.output == """
        Bus       inproc://harness
        Health    ● all services are running
        Origin    10 requests · median 1.5 ms, p99 4.0 ms
        Cache     75.0% hits · 266 entries, 200.0 KiB
        Index     The index has 240 of 260 records; run holocron cache warm to fetch the
                  rest.
        Requests  1,234
        Uptime    1 h 1 min

        Services
        SERVICE          WORKERS  BUSY  QUEUED  REQUESTS
        holocron.cache         1  0/64       0         —
        holocron.fetch         1  0/64       0         —
        holocron.search        1  0/64       0         —

        Workers
        SERVICE          PROCESS  PROGRAM
        holocron.cache         1  —
        holocron.fetch         1  —
        holocron.search        2  —

        """)
    #expect(try await JSON(parsing: CommandHarness.ran("status --json").output)["cache"]?["counters"]?["hits"] == 30)
  }

  @Test func `status names missing workers`() async throws {
    let harness = try await CommandHarness.ran("status", CatalogueRepository(services: [.cache]), columns: 80)
    #expect(
      harness.output.contains("Health    ● no fetcher\n") && harness.output.contains("Origin    none attached; run holocron-fetcher\n"))
    #expect(harness.output.contains("holocron.fetch         0     —       —         —\n"))
  }

  @Test(arguments: ["films", "up"]) func `errors name an invalid configuration file`(line: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write("{", to: "config.json")
    let harness = CommandHarness(columns: 80, variables: ["HOLOCRON_CONFIG": folder.file("config.json")])
    let problem = await #expect(throws: Problem.self) { try await harness.run(line) }
    #expect(problem?.exitCode == .usage && problem?.detail?.hasPrefix("\(folder.file("config.json")) is not valid JSON") == true)
  }

  @Test func `cache stats and cache warm print their results`() async throws {
    #expect(try await CommandHarness.ran("cache stats").output.contains("Hit ratio\t75.0%\n"))
    let warm = try await CommandHarness.ran("cache warm --json")
    let json = try JSON(parsing: warm.output)
    #expect(json["records"] == 260)
    #expect(json["failed"] == [])
    #expect(warm.notes == "")
  }

  @Test(arguments: [
    ("cache purge --all --yes", 260), ("cache purge people", 1), ("cache purge people/1", 1), ("cache purge droids/1", 1),
    ("cache purge luke", 1), ("cache purge Movies", 1),
  ])
  func `cache purge prints the number of removed entries`(line: String, count: Int) async throws {
    #expect(try await JSON(parsing: CommandHarness.ran("\(line) --json").output)["purged"]?.int == count)
  }

  @Test(arguments: ["cache purge --all", "history clear"])
  func `without a terminal, everything is removed only with --yes`(line: String) async throws {
    let harness = CommandHarness()
    let problem = await #expect(throws: Problem.self) { try await harness.run(line) }
    #expect(problem?.exitCode == .usage)
    #expect(problem?.detail == "holocron \(line) needs --yes, because there is no terminal to ask for confirmation")
    #expect(harness.output == "")
    #expect(try await harness.run("\(line) --yes") == .success)
  }

  @Test func `watch prints only matching topics`() async {
    let harness = CommandHarness()
    // The scripted events end, which on a bus means that the connection is lost.
    let problem = await #expect(throws: Problem.self) { try await harness.run("watch changed") }
    #expect(problem?.exitCode == .unavailable)
    #expect(harness.output == "changed/people/1\nchanged/films\n")
    #expect(harness.notes == "holocron: some events may have been missed; watching again\n")
    let json = CommandHarness()
    await #expect(throws: Problem.self) { try await json.run("watch fetch --json") }
    let time = #""time":"2026-09-21T18:13:20.000Z""#
    #expect(json.output == "{\"topic\":\"fetch/failed/people/2\",\(time)}\n{\"event\":\"gap\",\(time)}\n")
  }

  @Test func `an event shows why a fetch failed`() {
    let event = Event("fetch/failed/people/1", fields: ["age": "1"], content: Problem(502, "t", detail: "refused\u{1B}").json.bytes())
    #expect(WatchCommand.line(event, on: .file) == "fetch/failed/people/1\trefused\u{FFFD}\n")
    #expect(
      WatchCommand.json(event, at: CommandHarness.now).text().hasPrefix(
        #"{"topic":"fetch/failed/people/1","fields":{"age":"1"},"content":{"#))
  }

  @Test func `up passes its options to the supervisor`() throws {
    let arguments = try UpCommand().arguments(["--origin", "embedded", "--fetchers", "4", "--searches", "0"])
    let address = try BusAddress(requests: Endpoint("tcp://127.0.0.1:5555"))
    let options = ["--origin", "embedded", "--fetchers", "4", "--searches", "0"]
    #expect(UpCommand.supervisorArguments(arguments, at: address) == options)
    let named = try UpCommand().arguments(options + ["--bus", "tcp://127.0.0.1:5555"])
    #expect(UpCommand.supervisorArguments(named, at: address) == options + address.options)
    #expect(address.options.suffix(2) == ["--events", "\(address.events)"])
    #expect(UpCommand.ignoredOptions(named) == ["--origin", "--fetchers", "--searches"])
    #expect(UpCommand.sizes(named) == ["fetchers": 4, "searches": 0])
    let none = try UpCommand().arguments([])
    #expect(UpCommand.ignoredOptions(none).isEmpty && UpCommand.sizes(none).isEmpty)
  }
}

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
