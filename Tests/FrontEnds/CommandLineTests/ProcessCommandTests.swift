import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Synchronization
import TerminalText
import TestSupport
import Testing

@testable import CommandLine

/// Status, doctor, cache and watch, without processes.
@Suite struct ProcessCommandTests {
  @Test func statusTellsServicesAndHitRatio() async throws {
    let rig = Rig(columns: 80)
    #expect(try await rig.run("status") == .success)
    #expect(
      rig.output == """
        Bus       inproc://rig
        Up for    1 h 1 min
        Requests  1,234
        Cache     75.0 % hits, 266 entries, 200.0 KiB
        Origin    asked 10 times, 1.5 ms median
        Search    240 of 260 records indexed; holocron cache warm fetches the rest

        Services
        SERVICE          WORKERS  BUSY  QUEUED
        holocron.cache         1  0/64       0
        holocron.fetch         1  0/64       0
        holocron.search        1  0/64       0

        Workers
        SERVICE          PROCESS  PROGRAM
        holocron.cache         1  —
        holocron.fetch         1  —
        holocron.search        2  —

        """)
    let json = Rig()
    try await json.run("status --json")
    #expect(try JSON(parsing: json.output)["cache"]?["counters"]?["hits"] == 30)
  }

  @Test func statusNamesWhatIsMissing() async throws {
    let rig = Rig(CatalogueRepository(services: [.cache]), columns: 80)
    try await rig.run("status")
    #expect(rig.output.contains("Origin    no fetcher is attached: start one with holocron-fetcher\n"))
    #expect(rig.output.contains("Search    no search worker is attached: start one with holocron-search\n"))
    #expect(rig.output.contains("holocron.fetch         0     —       0\n"))
  }

  @Test func doctorFailsWhereAWorkerIsMissing() async throws {
    let well = Rig()
    _ = try await well.run("doctor --json")
    let findings = try #require(try JSON(parsing: well.output).array)
    #expect(findings.contains { $0["check"] == "Origin" && $0["state"] == "pass" })
    let ill = Rig(CatalogueRepository(services: [.cache]))
    #expect(try await ill.run("doctor --json") == .failure)
    let finding = try JSON(parsing: ill.output).array?.first { $0["check"] == "holocron.fetch" }
    #expect(finding?["state"] == "fail")
    #expect(finding?["remedy"] == "start one with holocron-fetcher, or all with holocron up")
  }

  @Test func aBrokenConfigurationFileIsNamed() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("{", to: "config.json")
    let path = folder.file("config.json")
    let variables = ["HOLOCRON_CONFIG": path]
    let doctor = Rig(variables: variables)
    #expect(try await doctor.run("doctor --json") == .failure)
    let finding = try JSON(parsing: doctor.output).array?.first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == "fail")
    #expect(finding?["message"]?.string?.hasPrefix("\(path) is not valid JSON") == true)
    for line in ["films", "up"] {
      let problem = await #expect(throws: Problem.self) { try await Rig(columns: 80, variables: variables).run(line) }
      #expect(problem?.exitCode == .usage, "\(line)")
      #expect(problem?.detail?.hasPrefix("\(path) is not valid JSON") == true, "\(line)")
    }
    try folder.write("{}", to: "config.json")
    let well = Rig(variables: variables)
    _ = try await well.run("doctor --json")
    #expect(try JSON(parsing: well.output).array?.first { $0["check"] == "Configuration" }?["state"] == "pass")
  }

  @Test(arguments: [((4, 1, 6), "fail"), ((4, 2, 0), "pass"), ((4, 3, 5), "pass"), ((5, 0, 0), "pass")])
  func zeromqMustBeNewEnough(version: (Int, Int, Int), state: String) {
    #expect(Checks.zeromq((major: version.0, minor: version.1, patch: version.2)).state.rawValue == state)
  }

  @Test func cacheStatisticsAndWarming() async throws {
    let stats = Rig()
    try await stats.run("cache stats")
    #expect(stats.output.contains("Hit ratio\t75.0 %\n"))
    let warm = Rig()
    try await warm.run("cache warm --json")
    let json = try JSON(parsing: warm.output)
    #expect(json["records"] == 260)
    #expect(json["failed"] == [])
    #expect(warm.notes == "")
  }

  @Test(arguments: [
    ("cache purge --all", 260), ("cache purge people", 1), ("cache purge people/1", 1), ("cache purge droids/1", 1),
  ])
  func purges(line: String, count: Int) async throws {
    let rig = Rig()
    try await rig.run("\(line) --json")
    #expect(try JSON(parsing: rig.output)["purged"]?.int == count)
  }

  @Test func watchPrintsTheTopicsThatFit() async {
    let rig = Rig()
    // The scripted events end, which on a bus means that it is gone.
    let problem = await #expect(throws: Problem.self) { try await rig.run("watch changed") }
    #expect(problem?.exitCode == .unavailable)
    #expect(rig.output == "changed/people/1\nchanged/films\n")
    #expect(rig.notes == "The bus was away; what happened meanwhile is not known.\n")
    let json = Rig()
    await #expect(throws: Problem.self) { try await json.run("watch fetch --json") }
    #expect(json.output == "{\"topic\":\"fetch/failed/people/2\"}\n")
  }

  /// A bus that goes away once somebody listens, and whose subscription waits in silence.
  private final class LostBus: Repository {
    let isSaid: @Sendable () -> Bool
    init(isSaid: @escaping @Sendable () -> Bool) { self.isSaid = isSaid }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply { throw Self.gone }
    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {}
    func brokerStatistics() async throws(Problem) -> JSON { throw Self.gone }

    func listen(to topics: [String], heard: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
      try heard(.listening)
      do { try await eventually("it is said that the bus is gone", within: .seconds(300), isTrue: isSaid) } catch {
        throw Problem(500, "\(error)")
      }
    }

    private static let gone = Problem(503, "no bus", type: ProblemType.noBus)
  }

  @Test func watchSaysThatTheBusIsGone() async {
    let notes = Mutex<@Sendable () -> String>({ "" })
    let rig = Rig(LostBus { notes.withLock { $0 }().contains("the bus is gone; events are shown again when it is back") })
    notes.withLock { $0 = { rig.notes } }
    let problem = await #expect(throws: Problem.self) { try await rig.run("watch") }
    #expect(problem?.type == ProblemType.noBus)
    notes.withLock { $0 = { "" } }
  }

  @Test func eventsTellWhyAFetchFailed() {
    let event = Event("fetch/failed/people/1", fields: ["age": "1"], content: Problem(502, "t", detail: "refused\u{1B}").json.bytes())
    #expect(WatchCommand.line(event, asJSON: false, on: .file) == "fetch/failed/people/1\trefused\u{FFFD}\n")
    #expect(
      WatchCommand.line(event, asJSON: true, on: .file).text.hasPrefix(
        #"{"topic":"fetch/failed/people/1","fields":{"age":"1"},"content":{"#))
  }

  @Test func upHandsItsSwitchesToTheSupervisor() throws {
    let arguments = try UpCommand().arguments([
      "--origin", "embedded", "--fetchers", "4", "--searches", "0", "--bus", "tcp://127.0.0.1:5555",
    ])
    #expect(
      UpCommand.supervisorArguments(arguments)
        == ["--origin", "embedded", "--fetchers", "4", "--searches", "0", "--bus", "tcp://127.0.0.1:5555"])
  }

  @Test func servicesWithoutWorkersAreMissing() {
    #expect(Attached(nil).missing(of: UpCommand.awaited) == [.cache, .fetch, .search])
    let attached = Attached([
      "services": [["name": "holocron.cache", "workers": 1], ["name": "holocron.fetch", "workers": 0]], "uptime": 1,
    ])
    #expect(attached.missing(of: [.cache, .fetch]) == [.fetch])
    #expect(attached.isNew)
    #expect(!Attached(["uptime": 60]).isNew)
  }
}
