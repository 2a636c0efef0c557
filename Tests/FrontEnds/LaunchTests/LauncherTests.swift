import Contracts
import Glibc
import Launch
import Logging
import MessageBus
import Synchronization
import TestSupport
import Testing

@Suite struct LauncherTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let address: BusAddress

  init() throws {
    directory = try TemporaryDirectory()
    environment = Environment(["HOME": directory.path, "XDG_RUNTIME_DIR": directory.file("run")])
    address = try BusAddress(bus: nil, environment: environment)
  }

  func launcher(timeout: Duration = .seconds(60), note: @escaping @Sendable (String) -> Void = { _ in }) -> Launcher {
    Launcher(environment: environment, executables: Executables(folders: [directory.path]), timeout: timeout, note: note)
  }

  func program(_ text: String) throws {
    try directory.writeProgram("#!/bin/sh\n\(text)\n", to: "holocron-node")
  }

  @Test func `a missing program is named`() async {
    let problem = await #expect(throws: Problem.self) { try await launcher().start("holocron-node", [], at: address) }
    #expect(problem?.type == ProblemType.noBus)
    #expect(problem?.detail?.hasPrefix("holocron-node is neither next to this program nor on PATH") == true)
  }

  @Test func `a program that exits at once is reported with its log`() async throws {
    try program("echo went wrong >&2; exit 3")
    let problem = await #expect(throws: Problem.self) { try await launcher().start("holocron-node", [], at: address) }
    #expect(problem?.title == "holocron-node exited at once")
    let log = directory.file(".local/state/holocron/node.log")
    #expect(problem?.detail == "see the log: \(log)")
    let file = try #require(fopen(log, "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    #expect(fgets(&line, 64, file) != nil)
    #expect(String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) == "went wrong\n")
  }

  @Test func `a detached program has its own session and inherits no descriptors`() async throws {
    // Stays open across exec, like a descriptor that a front-end inherited.
    let inherited = fcntl(STDERR_FILENO, F_DUPFD, 500)
    try #require(inherited >= 500)
    defer { close(inherited) }
    try program(
      "ls /proc/$$/fd >\(directory.file("descriptors")); ps -o sid= -p $$ >\(directory.file("session")); echo $$ >\(directory.file("pid"))")
    _ = await #expect(throws: Problem.self) { try await launcher().start("holocron-node", [], at: address) }
    func words(_ name: String) throws -> [String] {
      let file = try #require(fopen(directory.file(name), "r"))
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = fread(&bytes, 1, bytes.count, file)
      return String(decoding: bytes.prefix(count), as: UTF8.self).split { $0.isWhitespace }.map(String.init)
    }
    #expect(try words("descriptors").contains("2"))
    #expect(try !words("descriptors").contains(String(inherited)))
    #expect(try words("session") == words("pid"))
  }

  @Test func `a program that does not respond times out`() async throws {
    try program("echo $$ > \(directory.file("pid")); exec sleep 60")
    let problem = await #expect(throws: Problem.self) {
      try await launcher(timeout: .milliseconds(300)).start("holocron-node", [], at: address)
    }
    #expect(problem?.type == ProblemType.deadline)
    let number: pid_t = try await eventually("the program wrote its process ID") {
      guard let file = fopen(directory.file("pid"), "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 16)
      return fgets(&line, 16, file) == nil ? nil : pid_t(atoi(line))
    }
    kill(number, SIGKILL)
  }

  /// If a bus responds, nothing is started and no note is written.
  @Test func `nothing is started if a bus responds`() async throws {
    let notes = Mutex<[String]>([])
    let launcher = launcher { note in notes.withLock { $0.append(note) } }
    try Folders.make(launcher.runtimeFolder)
    let broker = try Broker(binding: [address], logger: .silent)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      defer { group.cancelAll() }
      try await eventually("the broker responds") { await launcher.answers(at: address) }
      try await launcher.start("holocron-node", [], at: address)
      let starter = try #require(launcher.starter(at: address, bus: nil, mayStart: true))
      try await starter(address)
    }
    #expect(notes.withLock(\.self) == [])
  }

  @Test func `only a local bus is started`() async throws {
    let far = try BusAddress(bus: "tcp://127.0.0.1:1", environment: environment)
    #expect(launcher().starter(at: far, bus: nil, mayStart: true) == nil)
    let starter = try #require(launcher().starter(at: address, bus: nil, mayStart: false))
    let problem = await #expect(throws: Problem.self) { try await starter(address) }
    #expect(problem?.type == ProblemType.noBus)
  }

  @Test func `an unlocked PID file has no holder`() async throws {
    let file = ProcessFile(path: directory.file("node.pid"))
    #expect(file.holder == nil)
    try directory.write("\(getpid())\n", to: "node.pid")
    #expect(file.holder == nil)
    #expect(await file.stop(within: .seconds(1)) == nil)
  }

  @Test func `the holder of a PID file can be stopped`() async throws {
    let path = directory.file("node.pid")
    let process = Spawn(executable: "/bin/sh", arguments: ["-c", "exec 9>>\(path); flock 9; echo $$ >&9; exec sleep 60"]).start()
    let number = try #require(process)
    defer { Spawn.reapInBackground(number) }
    let file = ProcessFile(path: path)
    try await eventually("the process holds the file") { file.holder == number }
    #expect(await file.stop(within: .testLimit) == true)
    #expect(file.holder == nil)
  }
}
