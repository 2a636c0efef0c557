import FoundationEssentials
import Platform
import TestSupport
import Testing

/// Tests of process behaviour common to all services, using the broker.
struct BrokerProcessTests {
  @Test(arguments: [Signal.terminate, .interrupt, .hangUp]) func `a signal stops the broker gracefully`(signal: Signal) async throws {
    let sandbox = try Sandbox()
    let broker = try await sandbox.service("holocron-broker")
    try await broker.line(on: .errors, containing: "broker listens")
    broker.send(signal)
    try await broker.ends(.exited(0))
    #expect(broker.errors.contains("broker stopped"))
    #expect(broker.output.isEmpty)
  }

  @Test func `the broker stops at the end of standard input`() async throws {
    let sandbox = try Sandbox()
    let broker = try await sandbox.service("holocron-broker")
    try await broker.line(on: .errors, containing: "broker listens")
    broker.closeInput()
    try await broker.ends(.exited(0))
  }

  /// Every write to /dev/full fails like one to a full disk.
  @Test(arguments: ["--help", "--version"]) func `output that cannot be written is an error`(option: String) async throws {
    let command = "\(ProductsDirectory.executable("holocron-broker")) \(option) > /dev/full"
    let process = try await RunningProcess.start("/bin/sh", ["-c", command])
    try await process.ends(.exited(1))
    #expect(process.errors == "holocron-broker: cannot write to standard output: No space left on device\n")
  }

  @Test(arguments: [
    (["--bus", "ftp://x"], "holocron-broker: invalid value 'ftp://x' for --bus: expected ipc"),
    (["--wrong"], "holocron-broker: unknown option '--wrong' (see --help)"),
  ])
  func `usage errors are reported and exit with 2`(arguments: [String], prefix: String) async throws {
    let process = try await Sandbox().start("holocron-broker", arguments: arguments)
    try await process.ends(.exited(2))
    #expect(process.errors.hasPrefix(prefix))
    #expect(process.output.isEmpty)
  }

  @Test func `settings can be checked without starting anything`() async throws {
    let sandbox = try Sandbox()
    let valid = try await sandbox.run("holocron-broker", "--check-settings")
    #expect(valid.ending == .exited(0))
    #expect(valid.errors.isEmpty && valid.output.isEmpty)
    let invalid = try await sandbox.run("holocron-broker", "--check-settings", "--grace", "x")
    #expect(invalid.ending == .exited(2))
    #expect(invalid.errors.hasPrefix("holocron-broker: invalid value 'x' for --grace: expected a duration"))
    // As the start does.
    for (option, value, error) in [
      ("--listen", "ipc:///tmp/x", "invalid value 'ipc:///tmp/x' for --listen: expected tcp://host:port"),
      ("--key", "/nonexistent", "cannot read the key file /nonexistent: No such file or directory"),
    ] {
      let refused = try await sandbox.run("holocron-broker", "--check-settings", option, value)
      #expect(refused.ending == .exited(2))
      #expect(refused.errors.hasPrefix("holocron-broker: \(error)"))
    }
    #expect(!FileSystem.exists("\(sandbox.runtimeFolder)/bus"))
  }

  /// The existing log file is full, so the broker starts a new one.
  @Test func `a log file is bounded and replaces standard error`() async throws {
    let sandbox = try Sandbox()
    let log = sandbox.directory.file("broker.log")
    try sandbox.directory.write(String(repeating: "x", count: 1 << 20), to: "broker.log")
    let broker = try await sandbox.service("holocron-broker", "--log-file", log)
    func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    try await eventually("the log says that the broker listens") { text(log).contains("broker listens") }
    #expect(text(log).utf8.count < 10_000)
    #expect(text("\(log).1").utf8.count == 1 << 20)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(broker.pid)/fd/2") == log)
    try await broker.stop()
    #expect(broker.errors.isEmpty)
    #expect(text(log).contains("broker stopped"))
  }
}
