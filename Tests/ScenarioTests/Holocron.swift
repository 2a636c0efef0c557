import Glibc
import TestSupport

/// A whole Holocron for one test: every part a process of its own, meeting nobody else's.
struct Holocron {
  let sandbox: Sandbox
  let origin: RunningProcess
  /// The root of the origin's API: `http://127.0.0.1:PORT/api`.
  let base: String

  /// Starts the origin only; the test says what else, and in which order.
  init() async throws {
    sandbox = try Sandbox()
    origin = try await sandbox.service("holocron-origin", "--port", "0", "--log-level", "debug")
    base = try await origin.firstLine()
  }

  /// Returns once it listens.
  func broker() async throws -> RunningProcess {
    let broker = try await sandbox.service("holocron-broker")
    try await broker.line(on: .errors, containing: "broker listens")
    return broker
  }

  /// Workers are attached when these return, unless no broker is there yet.
  func fetcher(of origin: String? = nil, isAttached: Bool = true) async throws -> RunningProcess {
    try await worker("holocron-fetcher", "--origin", origin ?? base, isAttached: isAttached)
  }

  func cache(isAttached: Bool = true) async throws -> RunningProcess {
    try await worker("holocron-cache", "--store", sandbox.directory.file("cache.sqlite"), isAttached: isAttached)
  }

  func search() async throws -> RunningProcess { try await worker("holocron-search", isAttached: true) }

  private func worker(_ name: String, _ arguments: String..., isAttached: Bool) async throws -> RunningProcess {
    let worker = try await sandbox.start(name, arguments: arguments + ["--lifeline"])
    if isAttached { try await worker.line(on: .errors, containing: "registered") }
    return worker
  }

  /// Runs `holocron ARGUMENTS` with a deadline that a slow machine keeps; it starts nothing by itself.
  func holocron(_ arguments: String...) async throws -> (code: Int32?, output: String, errors: String) {
    let process = try await sandbox.start("holocron", arguments: arguments + ["--no-autostart"] + Sandbox.patient)
    process.closeInput()
    let ending = try await process.ending()
    guard case .exited(let code) = ending else { return (nil, process.output, process.errors) }
    return (code, process.output, process.errors)
  }

  /// A front-end that asks for `records` until it is told to stop.
  func frontEnd(_ records: [String], _ options: String...) async throws -> RunningProcess {
    try await sandbox.start("holocron-bench", arguments: ["ask"] + records + options)
  }

  /// The explorer on a terminal of that size; it starts nothing by itself.
  func explorer(_ name: String, _ place: String = "", columns: Int, rows: Int) async throws -> TerminalScreen {
    try await TerminalScreen(name, "holocron-tui \(place) --no-autostart", columns: columns, rows: rows, in: sandbox)
  }

  /// The port of the origin.
  var port: String { String(base.drop { !$0.isNumber }.drop { $0 != ":" }.dropFirst().prefix { $0.isNumber }) }

  /// What the origin was asked for, in the order of asking, by its own log.
  var targets: [String] {
    origin.errors.split(separator: "\n").compactMap { line in
      // Values with signs in them stand between quotation marks.
      let words = line.split(separator: " ").map { $0.filter { $0 != "\"" } }
      return words.first { $0.hasPrefix("target=") }.map { String($0.dropFirst("target=".count)) }
    }
  }

  /// How often the origin was asked for `path`, by its own log.
  func requests(for path: String) -> Int { targets.count { $0 == path } }
}

extension RunningProcess {
  /// SIGKILL, and waits until the process is gone.
  func killed() async throws {
    send(SIGKILL)
    try await ending()
  }
}
