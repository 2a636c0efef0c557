import MessageBus
import OrderedJSON
import Origin
import Platform
import ServiceTestSupport
import TestSupport
import Testing

@testable import LoadTesting

/// Runs of the program `holocron-load` beside a broker.
struct ProcessRunTests {
  private static let timeout = ["--timeout", "2m", "--drain", "2m", "--no-autostart"]

  private static func report(_ sandbox: Sandbox) throws -> LoadReport {
    try LoadReport(parsing: try RegularFile.read(sandbox.directory.file("report.json"), upTo: LoadReport.maximumBytes))
  }

  /// Starts a broker that listens: with `--no-autostart`, a run does not wait for one.
  private static func broker(_ sandbox: Sandbox) async throws -> RunningProcess {
    let broker = try await sandbox.service("holocron-broker")
    try await broker.line(on: .errors, containing: "broker listens")
    return broker
  }

  /// Starts a run of the target `echo` that writes report.json.
  private static func start(_ sandbox: Sandbox, _ words: String...) async throws -> RunningProcess {
    try await sandbox.start(
      "holocron-load", arguments: ["echo"] + words + timeout + ["--report", sandbox.directory.file("report.json")])
  }

  @Test func `a run reports every request`() async throws {
    let sandbox = try Sandbox()
    let broker = try await Self.broker(sandbox)
    let load = try await Self.start(
      sandbox, "--rate", "200", "--requests", "200", "--warm-up", "500ms", "--front-ends", "2")
    try await load.ends(.exited(0))
    let report = try Self.report(sandbox)
    #expect(report.ending == .completed)
    #expect(report.latency.count == 200)
    #expect(report.statuses["200"] == 200)
    #expect(report.verification?.verified == 200)
    #expect(report.verification?.wrong == 0)
    #expect(report.generator.asked == 200)
    #expect(report.generator.sent == 200)
    #expect(report.totals.done == 200)
    #expect(report.intervals.contains { $0.isWarmUp })
    #expect(load.output.contains("200 of 200 requests"))
    // Standard error is a pipe, which gets lines.
    #expect(load.errors.contains("errors 0"))
    #expect(!load.errors.contains("\u{1B}"))
    _ = try await broker.stop()
  }

  @Test func `a run prints its report as JSON, and its target may follow two dashes`() async throws {
    let sandbox = try Sandbox()
    let broker = try await Self.broker(sandbox)
    let file = sandbox.directory.file("report.json")
    let words = ["--closed", "2", "--requests", "10", "--quiet", "--json", "--report", file] + Self.timeout + ["--", "echo"]
    let load = try await sandbox.start("holocron-load", arguments: words)
    try await load.ends(.exited(0))
    #expect(load.output == Files.text(file))
    #expect(load.errors.isEmpty)
    _ = try await broker.stop()
  }

  @Test(arguments: [["cash", "--json"], ["http", "http://127.0.0.1:1/", "--json"], ["--json", "--zzz"]])
  func `an error is JSON, too`(words: [String]) async throws {
    let (_, output, errors) = try await Sandbox().run("holocron-load", arguments: words)
    #expect(output.isEmpty)
    let document = try JSON(parsing: errors)
    #expect(Problem(document) != nil)
  }

  @Test func `an interrupted run writes its report`() async throws {
    let sandbox = try Sandbox()
    let broker = try await Self.broker(sandbox)
    let load = try await Self.start(sandbox, "--closed", "2", "--duration", "1h")
    try await load.line(on: .errors, containing: "p99")
    load.send(.interrupt)
    try await load.ends(.exited(130))
    let report = try Self.report(sandbox)
    #expect(report.ending == .interrupted)
    #expect(report.latency.count > 0)
    _ = try await broker.stop()
  }

  @Test func `a condition that holds at the end sets the exit code`() async throws {
    let sandbox = try Sandbox()
    let broker = try await Self.broker(sandbox)
    let load = try await Self.start(sandbox, "--closed", "1", "--requests", "10", "--fail-if", "errors<=0", "--quiet")
    try await load.ends(.exited(7))
    #expect(load.errors.isEmpty)
    #expect(try Self.report(sandbox).checks.map(\.isCrossed) == [true])
    let path = sandbox.directory.file("report.json")
    #expect(try await sandbox.run("holocron-load", "compare", path, path).ending == .exited(0))
    _ = try await broker.stop()
  }

  @Test func `without a bus, a run says so at once, and how to start one`() async throws {
    let sandbox = try Sandbox()
    for bus in ["ipc://\(sandbox.directory.file("none"))", "tcp://127.0.0.1:1"] {
      let (ending, _, errors) = try await sandbox.run(
        "holocron-load", "cache", "--bus", bus, "--no-autostart", "--timeout", "1h")
      #expect(ending == .exited(5))
      let advice = "Start everything with: holocron up --bus \(bus)"
      #expect(errors == "holocron-load: no bus is running: nothing is listening on \(bus)\n  \(advice)\n")
    }
  }

  @Test func `a run that cannot start leaves no report, and an earlier one as it was`() async throws {
    let sandbox = try Sandbox()
    let (new, earlier) = (sandbox.directory.file("new.html"), sandbox.directory.file("earlier.json"))
    try Files.write([0x7B, 0x7D], to: earlier)
    let load = try await sandbox.start("holocron-load", arguments: ["http", "http://127.0.0.1:1/", "--report", "\(new),\(earlier)"])
    try await load.ends(.exited(5))
    #expect(Files.size(new) == nil)
    #expect(Files.bytes(earlier) == [0x7B, 0x7D])
    let path = sandbox.directory.file("missing/report.html")
    let unwritable = try await sandbox.run("holocron-load", "http", "http://127.0.0.1:1/", "--timeout", "1h", "--report", path)
    #expect(unwritable.errors == "holocron-load: cannot write the report: \(path): No such file or directory\n")
  }

  /// Connections that cannot be opened would be counted as failures of the target, or end the process.
  @Test(arguments: [40, 1_024]) func `a limit on open files is kept, or named at the start`(files: Int) async throws {
    let sandbox = try Sandbox()
    try await withOrigin { base, _ in
      func run(_ words: String) async throws -> RunningProcess {
        let command = "ulimit -n \(files); exec holocron-load \(words) --requests 50 --quiet --timeout 2m --no-autostart"
        return try await RunningProcess.start("/bin/sh", ["-c", command], environment: sandbox.environment, keeping: sandbox)
      }
      for words in ["http '\(base)/people/1/' --closed 5000", "echo --front-ends 500"] {
        let refused = try await run(words)
        try await refused.ends(.exited(5))
        #expect(
          refused.errors.contains(
            words.hasPrefix("http") ? "the limit is \(files); raise the limit with: ulimit -n 50" : "no bus is running"))
      }
      let kept = try await run("http '\(base)/people/1/' --rate 1000")
      try await kept.ends(.exited(0))
      #expect(kept.output.contains("50 of 50 requests succeeded"))
    }
  }

  @Test func `keys come from a pipe, and a pipe without keys is refused before the run`() async throws {
    let sandbox = try Sandbox()
    func run(_ command: String) async throws -> RunningProcess {
      try await RunningProcess.start("/bin/sh", ["-c", command], environment: sandbox.environment, keeping: sandbox)
    }
    let refused = try await run("printf '# none' | holocron-load http 'http://127.0.0.1:1/{key}' --keys-from -")
    try await refused.ends(.exited(2))
    #expect(refused.errors.contains("- has no keys; write one in each line, such as people/1"))
    try await withOrigin { base, responses in
      let report = sandbox.directory.file("report.json")
      let load = "holocron-load http '\(base)/{key}/' --keys-from /dev/stdin --keys sequential --requests 8"
      let process = try await run("printf 'planets/3\\nfilms/2\\n' | \(load) --closed 2 --timeout 2m --report \(report)")
      try await process.ends(.exited(0))
      #expect(try Self.report(sandbox).statuses["200"] == 8)
      #expect(Set(responses.all.map(\.target)) == ["/api/planets/3/", "/api/films/2/"])
    }
  }

  @Test func `a limit that cannot be judged fails a comparison`() async throws {
    let sandbox = try Sandbox()
    let path = sandbox.directory.file("empty.json")
    let empty = LoadReport(program: "holocron-load", started: "2026-11-22T13:45:00Z")
    try Files.write(empty.jsonFile, to: path)
    #expect(try await sandbox.run("holocron-load", "compare", path, path).ending == .exited(0))
    #expect(try await sandbox.run("holocron-load", "compare", path, path, "--max-regress", "p99=10%").ending == .exited(1))
  }

  @Test(
    arguments: [
      ([], 2), (["--help"], 0), (["--version"], 0), (["cash"], 2), (["compare"], 2), (["compare", "/nonexistent", "/nonexistent"], 2),
      (["--zzz"], 2), (["compare", "--zzz"], 2),
      (["http", "http://127.0.0.1:1/", "--timeout", "1s"], 5), (["echo", "--no-autostart", "--timeout", "100ms"], 5),
    ] as [([String], Int32)])
  func `exit codes tell what went wrong`(words: [String], code: Int32) async throws {
    let sandbox = try Sandbox()
    let load = try await sandbox.start("holocron-load", arguments: words)
    try await load.ends(.exited(code))
    #expect(load.errors.isEmpty == (code == 0 || words.isEmpty))
    if !load.errors.isEmpty { #expect(load.errors.hasPrefix("holocron-load: ")) }
    if words.last == "--zzz" {
      #expect(load.errors == "holocron-load: unknown option --zzz\n  List the options with: holocron-load --help\n")
    }
  }
}
