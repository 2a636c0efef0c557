import Contracts
import Logging
import MessageBus
import OrderedJSON
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Console

@Suite struct LauncherTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let address: BusAddress

  init() throws {
    directory = try TemporaryDirectory()
    environment = Environment(["HOME": directory.path, "XDG_RUNTIME_DIR": directory.file("run")])
    address = try BusAddress(bus: nil, environment: environment)
  }

  func launcher(
    at address: BusAddress? = nil, timeout: Duration = .seconds(60), note: @escaping @Sendable (String) -> Void = { _ in }
  ) -> Launcher {
    Launcher(
      environment: environment, executables: Executables(folders: [directory.path]), address: address ?? self.address, timeout: timeout,
      note: note)
  }

  func program(_ text: String) throws {
    try directory.writeProgram("#!/bin/sh\n\(text)\n", to: "holocron-node")
  }

  @Test func `each bus has a node of its own`() throws {
    func pidFile(_ bus: String?) throws -> String {
      launcher(at: try BusAddress(bus: bus, environment: environment)).node.path
    }
    let standard = directory.file("run/holocron/node.pid")
    #expect(try pidFile(nil) == standard)
    #expect(try pidFile("ipc://\(directory.file("run/holocron/bus"))") == standard)
    // The name must be the same in every process.
    #expect(try pidFile("tcp://127.0.0.1:5555") == directory.file("run/holocron/node-1fdfd906938e01dd.pid"))
    #expect(try pidFile("tcp://127.0.0.1:5557") != pidFile("tcp://127.0.0.1:5555"))
  }

  @Test func `a missing program is named`() async {
    let problem = await #expect(throws: Problem.self) { try await launcher().startNode([]) }
    #expect(problem?.type == ProblemType.noBus)
    #expect(problem?.detail?.hasPrefix("holocron-node is neither next to this program nor on PATH") == true)
    #expect(problem?.extensions["program"] == "holocron-node")
  }

  /// In /tmp, another user could have created the folder.
  @Test func `nothing is started in a runtime folder that others may change`() async throws {
    try program("touch \(directory.file("started"))")
    try Folders.make(launcher().runtimeFolder)
    try FileSystem.setMode(0o777, of: launcher().runtimeFolder)
    let problem = await #expect(throws: Problem.self) { try await launcher().startNode([]) }
    #expect(problem?.title == "the runtime folder cannot be used")
    #expect(!FileSystem.exists(directory.file("started")))
  }

  @Test func `a program logs to the runtime folder if the state folder cannot be written`() async throws {
    try directory.write("", to: ".local")
    try program("echo holocron-node: went wrong >&2; exit 3")
    let problem = await #expect(throws: Problem.self) { try await launcher().startNode([]) }
    let log = directory.file("run/holocron/logs/node.log")
    #expect(problem?.detail == "went wrong (log: \(log))")
    #expect(Files.text(log) == "holocron-node: went wrong\n")
    #expect(launcher().fleetLogFolder == directory.file("run/holocron/logs"))
  }

  @Test(
    arguments: [
      ("before\nholocron-node: went wrong", 3, "went wrong (log: LOG)"),
      ("holocron-node: invalid value 'xx' for --grace", 2, "holocron-node does not start: invalid value 'xx' for --grace"),
      ("2026-01-31T12:00:00.000Z critical service failed error=x", 3, "service failed error=x (log: LOG)"),
      (#"{"level":"error","message":"service failed"}"#, 3, #"{"level":"error","message":"service failed"} (log: LOG)"#),
      ("/usr/bin/holocron-node: error while loading shared libraries", 3, "error while loading shared libraries (log: LOG)"),
      // No error.
      ("2026-01-31T12:00:00.000Z info stopping reason=SIGTERM", 3, nil),
      (#"{"time":"2026-01-31T12:00:00.000Z","level":"info","message":"an error: none"}"#, 3, nil),
    ] as [(String, Int, String?)])
  func `a program that exits at once is reported with the error in its last line`(lines: String, code: Int, cause: String?) async throws {
    try directory.write(lines + "\n", to: "lines")
    try program("cat '\(directory.file("lines"))' >&2; exit \(code)")
    let problem = await #expect(throws: Problem.self) { try await launcher().startNode([]) }
    let log = directory.file(".local/state/holocron/node.log")
    #expect(problem?.title == "holocron-node exited at once")
    #expect(problem?.type == (code == 2 ? ProblemType.badRequest : Problem(503, "").type))
    #expect(problem?.detail == (cause ?? "see the log: LOG; holocron doctor checks disks and settings").replacing("LOG", with: log))
    #expect(Files.text(log) == lines + "\n")
  }

  @Test func `settings are checked by the program that reads them`() async throws {
    try await launcher().checkSettings(of: "holocron-missing")
    try program("test \"$*\" = '--origin x --check-settings' || { echo \"holocron-node: given $*\" >&2; exit 2; }")
    try await launcher().checkSettings(of: "holocron-node", ["--origin", "x"])
    try program("echo \"holocron-node: invalid value 'x' for --origin\" >&2; exit 2")
    let problem = await #expect(throws: Problem.self) { try await launcher().checkSettings(of: "holocron-node", ["--origin", "x"]) }
    #expect(problem?.type == ProblemType.badRequest)
    #expect(problem?.detail == "invalid value 'x' for --origin")
  }

  @Test func `settings may be longer than a pipe holds`() async throws {
    let line = String(repeating: "x", count: 1_000)
    try program("echo '{\"settings\":[],\"x\":['; for i in $(seq 300); do echo '\"\(line)\",'; done; echo '1]}'")
    #expect(try await launcher().settings(of: "holocron-node", within: .testLimit) == [])
  }

  @Test func `a program that takes longer than the limit to list its settings is named`() async throws {
    try program("exec sleep 60")
    let problem = await #expect(throws: Problem.self) {
      try await launcher().settings(of: "holocron-node", within: .milliseconds(100))
    }
    #expect(problem?.status == 504)
    #expect(problem?.detail == "holocron-node did not list its settings in time")
  }

  @Test(.timeLimit(.minutes(5))) func `a named pipe in place of the log is reported`() async throws {
    try program("exit 3")
    try Folders.make(directory.file(".local/state/holocron"))
    try Files.makeNamedPipe(directory.file(".local/state/holocron/node.log"))
    let problem = await #expect(throws: Problem.self) { try await launcher().startNode([]) }
    #expect(problem?.title == "cannot write the log")
  }

  @Test func `a program that does not respond times out`() async throws {
    try program("echo $$ > \(directory.file("pid")); exec sleep 60")
    let problem = await #expect(throws: Problem.self) {
      try await launcher(timeout: .milliseconds(300)).startNode([])
    }
    #expect(problem?.type == ProblemType.deadline)
    let number: Int32 = try await eventually("the program wrote its process ID") {
      Files.text(directory.file("pid")).flatMap { $0.hasSuffix("\n") ? Int32($0.dropLast()) : nil }
    }
    Signal.kill.send(to: number)
  }

  @Test func `a file in place of the socket is reported and nothing is started`() async throws {
    try program("touch \(directory.file("started"))")
    try Folders.make(launcher().runtimeFolder)
    try directory.write("", to: "run/holocron/bus")
    let first = await #expect(throws: Problem.self) { try await launcher().answers() }
    let second = await #expect(throws: Problem.self) { try await launcher().startNode([]) }
    for problem in [first, second] {
      #expect(problem?.type == ProblemType.untrusted)
      #expect(problem?.detail?.contains("\(launcher().runtimeFolder)/bus is not a socket") == true)
    }
    #expect(!FileSystem.exists(directory.file("started")))
  }

  @Test(arguments: [true, false]) func `no folder is created for the socket of a chosen bus`(mayStart: Bool) async throws {
    try program("touch \(directory.file("started"))")
    func problem(_ path: String, bus: String?) async throws -> Problem? {
      let address = try BusAddress(bus: "ipc://\(directory.file(path))", environment: environment)
      let starter = try #require(launcher(at: address).starter(bus: bus, mayStart: mayStart))
      return await #expect(throws: Problem.self) { try await starter(address) }
    }
    let mistake = try await problem("missing/folder/bus", bus: "x")
    #expect(mistake?.status == 400)
    #expect(mistake?.detail == "--bus: the folder \(directory.file("missing/folder")) does not exist; create it, or correct the path")
    #expect(!FileSystem.exists(directory.file("missing")) && !FileSystem.exists(directory.file("started")))
    // Folders for the standard address, and those that a setting names, are created.
    #expect(try await problem("run/holocron/bus", bus: "x")?.status == 503)
    #expect(try await problem("missing/folder/bus", bus: nil)?.status == 503)
    #expect(FileSystem.exists(directory.file("started")) == mayStart)
  }

  @Test func `only a local bus is started`() async throws {
    let far = try BusAddress(bus: "tcp://127.0.0.1:1", environment: environment)
    #expect(launcher(at: far).starter(bus: nil, mayStart: true) == nil)
    let starter = try #require(launcher().starter(bus: nil, mayStart: false))
    let problem = await #expect(throws: Problem.self) { try await starter(address) }
    #expect(problem?.type == ProblemType.noBus)
  }
}
