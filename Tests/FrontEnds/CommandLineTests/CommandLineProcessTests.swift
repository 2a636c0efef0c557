import Console
import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import CommandLine

/// The built executable with a real broker in this process.
@Suite struct CommandLineProcessTests {
  /// Runs `body` with a bus that serves the catalogue.
  static func serving(_ sandbox: Sandbox, cache: any BusService = CatalogueService(), _ body: () async throws -> Void) async throws {
    let logger = Logger.silent
    let address = try BusAddress(environment: sandbox.environment)
    try Folders.make(sandbox.runtimeFolder)
    let broker = try Broker(binding: [address], logger: logger)
    let services: [any BusService] = [cache, CatalogueService(name: ServiceName.fetch.text), FakeSearchService()]
    let workers = try services.map { try BusWorker($0, at: address, logger: logger) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      for worker in workers { group.addTask { try await worker.run() } }
      defer { group.cancelAll() }
      try await body()
    }
  }

  @Test(
    arguments: [
      (["show", "people/1"], 0), (["show", "zzzz"], 3), (["show", "skywalker"], 4), (["films", "--page", "x"], 2), (["nothing"], 2),
      (["status"], 0), (["version"], 0), (["help"], 0), ([], 0), (["search", "tatoine"], 0), (["history", "--json"], 0),
    ] as [([String], Int32)])
  func `the process exits with the documented code`(words: [String], code: Int32) async throws {
    let sandbox = try Sandbox()
    try await Self.serving(sandbox) {
      let process = try await sandbox.start("holocron", arguments: words + Sandbox.longTimeout)
      try await process.ends(.exited(code))
      // The index of the fake search service is incomplete, so a search prints a note to standard error.
      if words.first != "search" { #expect(process.errors.isEmpty == (code == 0)) }
      #expect(process.output.isEmpty == (code != 0))
    }
  }

  @Test(
    arguments: [
      // Commands that need no bus run with an invalid address.
      ("bad", "config show", 2, "bus\tbad\tHOLOCRON_BUS\n", "holocron: HOLOCRON_BUS: "), ("bad", "doctor", 1, "HOLOCRON_BUS: ", ""),
      ("bad", "help", 0, "Usage", ""), ("bad", "films --help", 0, "Usage", ""), ("bad", "status", 2, "", "HOLOCRON_BUS"),
      (nil, "show people/1 --no-autostart", 5, "", "holocron up"), (nil, "status --json", 5, "", #""type":"urn:holocron:no-bus""#),
      (nil, "status --bogus -ojson", 2, "", #""type":"urn:holocron:bad-request""#),
      ("tcp://127.0.0.1:1", "show people/1", 5, "", "holocron: "),
    ] as [(String?, String, Int32, String, String)])
  func `without a bus, or with an invalid address, commands that need one say what to do`(
    bus: String?, line: String, code: Int32, output: String, errors: String
  ) async throws {
    let sandbox = try Sandbox(bus.map { ["HOLOCRON_BUS": $0] } ?? [:])
    let process = try await sandbox.start("holocron", arguments: line.split(separator: " ").map(String.init))
    try await process.ends(.exited(code))
    #expect(output.isEmpty ? process.output.isEmpty : process.output.contains(output), "\(process.output)")
    #expect(errors.isEmpty ? process.errors.isEmpty : process.errors.contains(errors), "\(process.errors)")
  }

  /// A cache that returns people and never replies to other requests.
  struct HangingReferences: BusService {
    let name = ServiceName.cache.text

    func answerAtOnce(_ request: Request) -> Reply? {
      request.target.path.first == "people" ? CatalogueService().answerAtOnce(request) : nil
    }

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      try? await Task.sleep(for: .seconds(3_600))
      return Reply(504)
    }
  }

  @Test func `names that time out are missing`() async throws {
    let sandbox = try Sandbox()
    try await Self.serving(sandbox, cache: HangingReferences()) {
      let (ending, output, errors) = try await sandbox.run("holocron", "show", "people/1", "--timeout", "10")
      #expect(ending == .exited(0))
      #expect(output.hasPrefix("people/1\tLuke Skywalker\n"))
      #expect(output.contains("films/1 (the deadline passed)"))
      #expect(errors.contains("names are missing"))
      let named = try await sandbox.run("holocron", "compare", "luke", "leia", "--timeout", "1")
      #expect(named.ending != .exited(0))
    }
  }

  @Test func `watch exits with 130 on SIGINT`() async throws {
    let sandbox = try Sandbox()
    try await Self.serving(sandbox) {
      let process = try await sandbox.start("holocron", "watch", "changed")
      let client = try BusClient(BusAddress(environment: sandbox.environment))
      // The subscription reaches the broker some time after the process starts, so publish until the event arrives.
      try await eventually("an event is printed") { () async throws -> Bool in
        try await client.publish(Event("changed/people/1"), within: .testLimit)
        return process.output.contains("changed/people/1")
      }
      process.send(.interrupt)
      try await process.ends(.exited(130))
    }
  }

  @Test(
    arguments: [
      ("n\n", .exited(1), "Cancelled; nothing was removed.\r\n"), ("\u{3}", .exited(130), "[y/N] ^C\r\n"),
    ] as [(String, ProcessEnding, String)])
  func `a question that is not answered with yes fails and ends its line`(input: String, ending: ProcessEnding, end: String) async throws {
    let sandbox = try Sandbox()
    for words in [["cache", "purge", "--all"], ["history", "clear"]] {
      let terminal = try TestTerminal()
      let process = try terminal.start(
        ProductsDirectory.executable("holocron"), words + ["--no-autostart", "--color", "never"], environment: sandbox.environment)
      try await eventually("the question is asked") { terminal.output.contains("? [y/N] ") }
      terminal.type(input)
      #expect(try await eventually("the end") { terminal.ending(of: process) } == ending)
      #expect(terminal.output.hasSuffix(end), "\(terminal.output)")
    }
  }

  @Test func `a program on PATH is a command`() async throws {
    let directory = try TemporaryDirectory()
    try directory.writeProgram("#!/bin/sh\necho hello \"$@\"\nexit 9\n", to: "holocron-greet")
    let sandbox = try Sandbox(["PATH": "\(directory.path):/usr/bin:/bin"])
    let (ending, output, _) = try await sandbox.run("holocron", "greet", "a b", "--json")
    #expect(ending == .exited(9))
    #expect(output == "hello a b --json\n")
    #expect(try await sandbox.run("holocron", "help").output.contains("greet"))
  }

  @Test(arguments: [("up", "started"), ("down", "stopped")])
  func `a bus that was started by hand stays as it is, and the command says so`(command: String, deed: String) async throws {
    let sandbox = try Sandbox()
    try await Self.serving(sandbox) {
      let ended = try await sandbox.holocron(command)
      #expect(ended.ending == .exited(0))
      let note = "holocron: nothing was \(deed): the bus at ipc://\(sandbox.runtimeFolder)/bus was started by hand; "
      #expect(ended.errors.hasPrefix(note), "\(ended.errors)")
      #expect(try await sandbox.holocron("status").ending == .exited(0))
    }
  }

  /// The first request starts a node with an empty index; the search waits until the index is complete.
  @Test(.enabled(if: FileSystem.isExecutable(ProductsDirectory.executable("holocron-node"))))
  func `the first search on a new node is complete`() async throws {
    let sandbox = try Sandbox()
    // The wait has a limit, which a machine that is busy with other tests may reach.
    let matches = try await eventually("all records are indexed") { () async throws -> JSON? in
      let search = try await sandbox.holocron("search", "tatoine", "--json")
      #expect(search.ending == .exited(0))
      return search.errors.contains("The index has") ? nil : try JSON(parsing: search.output)
    }
    #expect(matches.array?.first.flatMap { Match($0) }?.reference == FakeSearchService.tatooine)
    #expect(try await sandbox.holocron("down").ending == .exited(0))
  }
}

/// Programs that are started without standard streams, so that the files that they open could get the numbers of these streams.
@Suite struct MissingStreamTests {
  /// Runs a command line of a shell with the programs of this build.
  private func shell(_ command: String, in sandbox: Sandbox) async throws -> RunningProcess {
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", command], environment: sandbox.environment, keeping: sandbox.directory)
    process.closeInput()
    return process
  }

  @Test(arguments: [
    "holocron version <&- >&-", "holocron version >&-", "holocron-origin --port 0 <&- >&-", "holocron-tui --version <&- >&-",
  ])
  func `output without standard output is an error`(command: String) async throws {
    let process = try await shell(command, in: try Sandbox())
    try await process.ends(.exited(1))
    #expect(process.errors.contains("cannot write to standard output: Bad file descriptor"), "\(process.errors)")
  }

  @Test func `standard input that is missing has no lines`() async throws {
    let sandbox = try Sandbox()
    try await CommandLineProcessTests.serving(sandbox) {
      let process = try await shell("holocron quiz --timeout 120 <&-", in: sandbox)
      try await process.ends(.exited(0))
      #expect(process.output.contains("1 of "), "\(process.output)")
    }
  }

  @Test func `a program without any standard stream ends`() async throws {
    let process = try await shell("holocron version <&- >&- 2>&-; echo $?", in: try Sandbox())
    try await process.ends(.exited(0))
    #expect(process.output == "1\n")
  }
}

/// `holocron up` that a signal ends before its processes are ready.
@Suite struct InterruptedStartTests {
  /// A supervisor that starts nothing, so that `up` waits. It ends with the folder at the latest.
  private static let supervisor = """
    #!/bin/sh
    case "$*" in *--check-settings*) exit 0 ;; esac
    cd "${0%/*}"
    trap 'echo ended > ended; exit' TERM
    echo started > started
    while [ -e started ]; do sleep 0.05; done

    """

  @Test(arguments: [(Signal.interrupt, 130), (.terminate, 143), (.hangUp, 129)] as [(Signal, Int32)])
  func `a signal ends what has been started`(signal: Signal, code: Int32) async throws {
    let sandbox = try Sandbox()
    // Programs in the folder of `holocron` come first.
    let folder = try TemporaryDirectory()
    let copying = try await RunningProcess.start("/bin/cp", [ProductsDirectory.executable("holocron"), folder.file("holocron")])
    try await copying.ends(.exited(0))
    try folder.writeProgram(Self.supervisor, to: "holocron-supervisor")
    let up = try await RunningProcess.start(
      folder.file("holocron"), ["up", "--timeout", "600"], environment: sandbox.environment, keeping: sandbox.directory)
    up.closeInput()
    try await eventually("the start of the supervisor") { Files.text(folder.file("started")) == "started\n" }
    up.send(signal)
    try await up.ends(.exited(code))
    #expect(up.errors == "holocron: interrupted; stopping the started processes\n")
    try await eventually("the end of the supervisor") { Files.text(folder.file("ended")) == "ended\n" }
  }
}
