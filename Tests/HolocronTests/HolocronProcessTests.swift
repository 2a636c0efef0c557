import Catalogue
import Contracts
import Glibc
import Launch
import Logging
import MessageBus
import OrderedJSON
import TestSupport
import Testing

@testable import holocron

/// The built executable against a real broker in this process.
@Suite struct HolocronProcessTests {
  /// A bus with the catalogue behind it while `body` runs.
  static func serving(_ sandbox: Sandbox, _ body: () async throws -> Void) async throws {
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let address = try BusAddress(environment: sandbox.environment, user: getuid())
    try Folders.make(sandbox.runtimeFolder)
    let broker = try Broker(binding: [address], logger: logger)
    let workers = try [ServiceName.cache, .fetch].map { try BusWorker(CatalogueService(name: $0.text), at: address, logger: logger) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      for worker in workers { group.addTask { try await worker.run() } }
      defer { group.cancelAll() }
      try await body()
    }
  }

  @Test func showsFilmsInOrder() async throws {
    let sandbox = try Sandbox()
    try await Self.serving(sandbox) {
      let (ending, output, errors) = try await sandbox.run("holocron", "films", "--json")
      #expect(ending == .exited(0))
      #expect(errors == "")
      let titles = try JSON(parsing: output).array?.compactMap { $0["title"]?.string }
      #expect(titles?.first == "The Phantom Menace" && titles?.count == 6)
    }
  }

  @Test(
    arguments: [
      (["show", "people/1", "--wire"], 0), (["people", "--all", "--output", "csv"], 0), (["show", "zzzz"], 3), (["show", "skywalker"], 4),
      (["films", "--page", "x"], 2), (["nothing"], 2), (["status"], 0), (["version"], 0), (["help"], 0), ([], 0),
    ] as [([String], Int32)])
  func exitCodes(words: [String], code: Int32) async throws {
    let sandbox = try Sandbox()
    try await Self.serving(sandbox) {
      let process = try await sandbox.start("holocron", arguments: words)
      #expect(try await process.ending() == .exited(code))
      #expect(process.errors.isEmpty == (code == 0))
      #expect(process.output.isEmpty == (code != 0))
    }
  }

  @Test func withNothingRunningItSaysHowToGoOn() async throws {
    let sandbox = try Sandbox()
    let (ending, output, errors) = try await sandbox.run("holocron", "show", "people/1", "--no-autostart")
    #expect(ending == .exited(5))
    #expect(output == "")
    #expect(errors.contains("holocron up"))
    let problem = try await sandbox.run("holocron", "status", "--json")
    #expect(problem.ending == .exited(5))
    #expect(try JSON(parsing: problem.errors)["type"]?.string == "urn:holocron:no-bus")
  }

  @Test func anotherTransportIsNeverStarted() async throws {
    let sandbox = try Sandbox(["HOLOCRON_BUS": "tcp://127.0.0.1:1"])
    #expect(try await sandbox.run("holocron", "show", "people/1").ending == .exited(5))
  }

  @Test func watchEndsWith130OnAnInterrupt() async throws {
    let sandbox = try Sandbox()
    try await Self.serving(sandbox) {
      let process = try await sandbox.start("holocron", "watch", "changed")
      let client = try BusClient(BusAddress(environment: sandbox.environment, user: getuid()))
      // The subscription reaches the broker some time after the process started: publish until it is there.
      try await eventually("an event is printed") { () async throws -> Bool in
        try await client.publish(Event("changed/people/1"))
        return process.output.contains("changed/people/1")
      }
      process.send(SIGINT)
      #expect(try await process.ending() == .exited(130))
    }
  }

  @Test func aProgramOnPathIsACommand() async throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/holocron-greet"
    let script = Array("#!/bin/sh\necho hello \"$@\"\nexit 9\n".utf8)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
    #expect(write(descriptor, script, script.count) == script.count)
    close(descriptor)
    let sandbox = try Sandbox(["PATH": "\(directory.path):/usr/bin:/bin"])
    let (ending, output, _) = try await sandbox.run("holocron", "greet", "a b", "--json")
    #expect(ending == .exited(9))
    #expect(output == "hello a b --json\n")
    #expect(try await sandbox.run("holocron", "help").output.contains("greet"))
  }

  /// Needs holocron-node, which is an executable of its own: without it built there is nothing to start.
  @Test(.enabled(if: access(ProductsDirectory.executable("holocron-node"), X_OK) == 0))
  func tenAtOnceStartOneNode() async throws {
    let sandbox = try Sandbox()
    var processes: [RunningProcess] = []
    for id in 1...10 { processes.append(try await sandbox.start("holocron", "show", "people/\(id)", "--json")) }
    var started = 0
    for process in processes {
      #expect(try await process.ending() == .exited(0))
      #expect(try JSON(parsing: process.output)["kind"]?.string == "people")
      if process.errors.contains("started holocron-node") { started += 1 }
    }
    #expect(started == 1)
    let down = try await sandbox.run("holocron", "down")
    #expect(down.ending == .exited(0))
    #expect(down.errors.contains("stopped holocron-node"))
  }
}
