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
    let harness = try await CommandHarness.ran("doctor --json", variables: variables)
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
  private struct SilentBus: CatalogueBased {
    func brokerStatistics() async throws(Problem) -> JSON { throw Self.silence }

    private static let silence = Problem(
      503, "the bus does not answer", type: ProblemType.noBus, extensions: ["endpoint": "tcp://h:1"]
    ).because(.noHandshake)
  }

  @Test func `doctor does not suggest to start a bus where something is listening`() async throws {
    let harness = try await CommandHarness.ran("doctor --json", SilentBus())
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
    let findings = DoctorCommand.terminal(Terminal(output: screen, errors: screen), Environment(variables))
    let finding = try #require(findings.first)
    #expect(finding.state == (warning == nil ? .pass : .warn))
    #expect(finding.text.hasPrefix(warning ?? "xterm"))
    #expect(DoctorCommand.terminal(Terminal(output: .file, errors: .file), Environment(variables)).isEmpty)
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
      DoctorCommand.programs(Executables(folders: [folder.path])).filter { $0.state == state }.map(\.subject)
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
    #expect(declared.union(["explorer"]) == Set(KnownSettings.sections))
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

  @Test func `doctor fails if a worker is missing`() async throws {
    let well = try await CommandHarness.ran("doctor --json")
    #expect(try JSON(parsing: well.output).array?.contains { $0["check"] == "Origin" && $0["state"] == "pass" } == true)
    let ill = CommandHarness(CatalogueRepository(services: [.cache]))
    #expect(try await ill.run("doctor --json") == .failure)
    let finding = try JSON(parsing: ill.output).array?.first { $0["check"] == "holocron.fetch" }
    #expect(finding?["state"] == "fail" && finding?["remedy"] == "start holocron-fetcher, or run holocron up")
  }

  @Test(
    arguments: [
      ("{", "fail", "FILE is not valid JSON"), ("{}", "pass", "FILE"),
      (#"{"cache": {"lifetme": "1d"}}"#, "fail", "unknown setting 'cache.lifetme' in FILE"),
    ])
  func `doctor checks the settings of front-ends and services`(text: String, state: String, message: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "config.json")
    let path = folder.file("config.json")
    let findings = try await findings(["HOLOCRON_CONFIG": path, "PATH": ProductsDirectory.path])
    let finding = findings.first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == .string(state))
    #expect(finding?["message"]?.string?.hasPrefix(message.replacing("FILE", with: path)) == true, "\(String(describing: finding))")
  }

  @Test func `doctor names what is wrong with the folder of the sockets`() throws {
    let folder = try TemporaryDirectory()
    try Files.makeNamedPipe(folder.file("events"))
    let finding = try #require(DoctorCommand.sockets(folder.path, files: ["bus", "events"].map(folder.file)).first)
    #expect(finding.state == .fail && finding.text == "\(folder.file("events")) is not a socket")
    #expect(DoctorCommand.sockets(folder.path, files: [folder.file("bus")]).first?.state == .pass)
    // No files can be created in /proc, as on a full disk.
    let full = try #require(
      DoctorCommand.sockets(folder.path, files: []) { _ throws(SystemError) in try FileSystem.testWriting(in: "/proc", name: "x") }.first)
    #expect(full.state == .fail && full.text.hasPrefix("cannot create files in \(folder.path): "))
    #expect(full.fix == "free disk space, or set XDG_RUNTIME_DIR to another folder")
  }

  @Test func `a folder must be writable and have free space`() throws {
    let folder = try TemporaryDirectory()
    func check(_ path: String) -> Finding { DoctorCommand.writable("Cache folder", path, variable: "XDG_CACHE_HOME") }
    #expect(check(folder.path).state == .pass && check(folder.file("not/yet")).state == .pass && check("/proc").state == .fail)
    let full = DoctorCommand.writable("Cache folder", folder.path, variable: "XDG_CACHE_HOME", space: { _ in 1 << 20 })
    #expect(full.state == .warn && full.text.hasSuffix("has only 1.0 MiB left"))
    let file = folder.file("file")
    try folder.write("", to: "file")
    for path in [file, "\(file)/holocron"] {
      let finding = check(path)
      #expect(finding.state == .fail && finding.text == "\(file) is not a folder" && finding.fix == "move or remove \(file)")
    }
  }

  /// 30 is EROFS: a read-only file system.
  @Test(
    arguments: [
      (ErrorNumber.permissionDenied, 1_234, "", "chmod u+rwx /folder"),
      (ErrorNumber.permissionDenied, 4_294_967_000, "; /folder belongs to user 4294967000", "set XDG_CACHE_HOME to a folder of your own"),
      (ErrorNumber(rawValue: 30), 1_234, "", "set XDG_CACHE_HOME to a folder that can be written"),
    ] as [(ErrorNumber, UInt32, String, String)])
  func `only missing permissions of an own folder call for chmod`(error: ErrorNumber, owner: UInt32, message: String, remedy: String) {
    let finding = DoctorCommand.unwritable(
      "Cache folder", "/folder", SystemError("access", "/folder", number: error), owner: owner, user: 1_234, variable: "XDG_CACHE_HOME")
    #expect(finding.text == "cannot write to /folder: \(error)\(message)" && finding.fix == remedy)
  }
}
