import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// What `holocron doctor` finds in files.
@Suite struct DoctorTests {
  private func findings(_ variables: [String: String]) async throws -> [JSON] {
    let harness = CommandHarness(variables: variables)
    _ = try await harness.run("doctor --json")
    return try JSON(parsing: harness.output).array ?? []
  }

  @Test func `doctor warns about sections of the configuration that no program reads`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"{"log":{"level":"info"},"cahce":{"store":"memory"},"colour.mode":true,"bus":"ipc:///x/bus"}"#, to: "config.json")
    let finding = try await findings(["HOLOCRON_CONFIG": folder.file("config.json")]).first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == "warn")
    #expect(finding?["message"]?.string?.hasSuffix("config.json: no program reads the sections 'cahce', 'colour'") == true)
    #expect(finding?["remedy"] == "rename 'cahce' to 'cache', or remove it")
  }

  /// A bus whose broker is stopped.
  private struct SilentBus: Repository {
    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply { throw Self.silence }
    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {}
    func brokerStatistics() async throws(Problem) -> JSON { throw Self.silence }
    func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}

    private static let silence = Problem(
      503, "the bus does not answer", type: ProblemType.noBus, extensions: ["endpoint": "tcp://h:1"]
    ).because(.noHandshake)
  }

  @Test func `doctor does not suggest to start a bus where something is listening`() async throws {
    let harness = CommandHarness(SilentBus())
    _ = try await harness.run("doctor --json")
    let finding = try JSON(parsing: harness.output).array?.first { $0["check"] == "Bus" }
    #expect(finding?["state"] == "fail")
    #expect(finding?["remedy"]?.string?.hasPrefix("check the address") == true)
  }

  @Test(
    arguments: [
      (["TERM": "dumb", "LANG": "de_DE.UTF-8"], "the terminal type 'dumb' is unknown or cannot move the cursor"),
      (["TERM": "xterm", "LC_ALL": "de_DE.ISO-8859-15@euro", "LANG": "C.UTF-8"], "the locale de_DE.ISO-8859-15@euro does not use UTF-8"),
      (["TERM": "xterm", "LANG": "de_DE.utf8"], nil), (["TERM": "xterm", "LANG": "C"], nil), (["TERM": "xterm"], nil),
    ] as [([String: String], String?)])
  func `doctor warns about a terminal that cannot show everything`(variables: [String: String], warning: String?) throws {
    let screen = Surface(isTerminal: true, columns: 80, usesColor: false)
    let findings = DoctorChecks.terminal(Terminal(output: screen, errors: screen), Environment(variables))
    let finding = try #require(findings.first)
    #expect(finding.state == (warning == nil ? .pass : .warn))
    #expect(finding.text.hasPrefix(warning ?? "xterm"))
    #expect(DoctorChecks.terminal(Terminal(output: .file, errors: .file), Environment(variables)).isEmpty)
  }

  /// Requests start no node in such a folder.
  @Test func `doctor warns about a missing folder in --bus, but not in a variable`() async throws {
    let sandbox = try Sandbox()
    let bus = "ipc://\(sandbox.directory.file("missing/bus"))"
    func sockets(_ process: RunningProcess) async throws -> JSON? {
      process.closeInput()
      try await process.ending()
      return try JSON(parsing: process.output).array?.first { $0["check"] == "Sockets" }
    }
    let chosen = try await sockets(sandbox.start("holocron", arguments: ["doctor", "--json", "--bus", bus] + Sandbox.longTimeout))
    #expect(chosen?["state"] == "warn")
    #expect(
      chosen?["message"]
        == .string("--bus: the folder \(sandbox.directory.file("missing")) does not exist; create it, or correct the path"))
    let environment = sandbox.environment.merging(["HOLOCRON_BUS": bus]) { $1 }
    let holocron = ProductsDirectory.executable("holocron")
    let set = try await sockets(
      RunningProcess.start(holocron, ["doctor", "--json"] + Sandbox.longTimeout, environment: environment, keeping: sandbox.directory))
    #expect(set?["state"] == "pass")
  }

  @Test func `doctor finds the programs that holocron up needs`() throws {
    let folder = try TemporaryDirectory()
    func missing(_ state: Finding.State = .fail) -> [String] {
      DoctorChecks.programs(Executables(folders: [folder.path])).filter { $0.state == state }.map(\.subject)
    }
    // Without a supervisor, there is no fleet that needs the others.
    #expect(missing().isEmpty)
    for name in ["supervisor", "broker", "cache"] { try folder.writeProgram("", to: "holocron-\(name)") }
    #expect(missing() == ["holocron-fetcher", "holocron-search"])
    // A fleet with an origin elsewhere does not need it.
    #expect(missing(.warn).contains("holocron-origin"))
    for name in ["origin", "fetcher", "search"] { try folder.writeProgram("", to: "holocron-\(name)") }
    #expect(missing().isEmpty && !missing(.warn).contains("holocron-origin"))
  }

  /// Every service declares its settings in the sources, so a new section is found there.
  @Test func `doctor knows the sections of all settings`() throws {
    let declaration = /Setting(?:<[^(]*>)?\(\s*"([a-z-]+)[."]/
    let files = try ["Modules/Hosting", "Apps"].flatMap(ProjectFolder.swiftPaths)
    let declared = Set(try files.flatMap { try ProjectFolder.text($0).matches(of: declaration).map { String($0.1) } })
    #expect(declared.count > 8)
    #expect(declared.union(["explorer"]) == Set(DoctorChecks.configurationSections))
  }

  @Test func `doctor points to the latest report of a crash`() async throws {
    let folder = try TemporaryDirectory()
    let variables = ["XDG_STATE_HOME": folder.path]
    #expect(try await !findings(variables).contains { $0["check"] == "Crashes" })
    try Folder.create(folder.file("holocron/crashes"))
    for name in ["2026-11-22T09-05-00Z-cache-1-7.txt", "2026-11-22T09-06-00Z-broker-8.txt", "notes"] {
      try folder.write("", to: "holocron/crashes/\(name)")
    }
    // The folder of the supervisor, which was started with another environment.
    try Folder.create(folder.file("other/crashes"))
    try Folder.create(folder.file("run/holocron"))
    try folder.write("", to: "other/crashes/2026-11-22T09-07-00Z-cache-1-9.txt")
    try folder.write(#"{"logs":"\#(folder.file("other"))"}"#, to: "run/holocron/supervisor.json")
    let both = try await findings(variables.merging(["XDG_RUNTIME_DIR": folder.file("run")]) { $1 }).first { $0["check"] == "Crashes" }
    #expect(both?["message"] == "3 processes have crashed or were killed in the last 7 days")
    #expect(both?["remedy"]?.string?.hasSuffix("other/crashes/2026-11-22T09-07-00Z-cache-1-9.txt") == true)
    let finding = try await findings(variables).first { $0["check"] == "Crashes" }
    #expect(finding?["state"] == "warn")
    #expect(finding?["message"] == "2 processes have crashed or were killed in the last 7 days")
    #expect(finding?["remedy"] == .string("read the latest report: \(folder.file("holocron/crashes/2026-11-22T09-06-00Z-broker-8.txt"))"))
  }
}
