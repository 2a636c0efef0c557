import OrderedJSON
import Platform
import TestSupport
import Testing

/// A complete Holocron for one test: separate processes in a sandbox.
struct HolocronHarness {
  let sandbox: Sandbox
  let origin: RunningProcess
  /// The root of the origin's API: `http://127.0.0.1:PORT/api`.
  let base: String

  /// Starts the origin only; the test starts the other processes.
  init() async throws {
    sandbox = try Sandbox()
    origin = try await sandbox.service("holocron-origin", "--port", "0", "--log-level", "debug")
    base = try await origin.firstLine()
  }

  /// Starts a broker and waits until it is listening.
  func broker() async throws -> RunningProcess {
    let broker = try await sandbox.service("holocron-broker")
    try await broker.line(on: .errors, containing: "broker listens")
    return broker
  }

  /// Starts a fetcher. If `isAttached`, waits until it has registered with the broker.
  func fetcher(of origin: String? = nil, isAttached: Bool = true) async throws -> RunningProcess {
    try await worker("holocron-fetcher", "--origin", origin ?? base, isAttached: isAttached)
  }

  /// Starts a cache worker, which waits for its store however busy the machine is. If `isAttached`, waits until it has registered with the
  /// broker.
  func cache(isAttached: Bool = true) async throws -> RunningProcess {
    try await worker(
      "holocron-cache", "--store", sandbox.directory.file("cache.sqlite"), "--store-timeout", "1h", isAttached: isAttached)
  }

  func search() async throws -> RunningProcess { try await worker("holocron-search", isAttached: true) }

  private func worker(_ name: String, _ arguments: String..., isAttached: Bool) async throws -> RunningProcess {
    let worker = try await sandbox.start(name, arguments: arguments + ["--lifeline"])
    if isAttached { try await worker.line(on: .errors, containing: "registered") }
    return worker
  }

  /// Runs `holocron ARGUMENTS` with a long timeout and without autostart.
  func run(_ arguments: String...) async throws -> (code: Int32?, output: String, errors: String) { try await run(arguments) }

  func run(_ arguments: [String]) async throws -> (code: Int32?, output: String, errors: String) {
    let process = try await sandbox.start("holocron", arguments: arguments + ["--no-autostart"] + Sandbox.longTimeout)
    process.closeInput()
    let ending = try await process.ending()
    guard case .exited(let code) = ending else { return (nil, process.output, process.errors) }
    return (code, process.output, process.errors)
  }

  /// Starts a front-end that requests `records` in turn, with `concurrency` requests at once, until it is stopped or has sent `requests`,
  /// compares each body with the catalogue, and then prints a report.
  func frontEnd(_ records: [String], requests: Int? = nil, concurrency: Int = 1, bus: String? = nil) async throws -> RunningProcess {
    let keys = sandbox.directory.file("keys-of-\(records.joined(separator: "-").replacing("/", with: "."))")
    try RegularFile.replace(keys, with: Array((records.joined(separator: "\n") + "\n").utf8))
    let limit = requests.map { ["--requests", String($0)] } ?? ["--duration", "1h"]
    return try await sandbox.start(
      "holocron-load",
      arguments: ["cache", "--keys-from", keys, "--keys", "sequential", "--closed", String(concurrency), "--timeout", "60s"] + limit
        + (bus.map { ["--bus", $0] } ?? []) + ["--no-autostart", "--json"])
  }

  /// Waits until the origin has been asked for each of `records`.
  func waitForRequests(for records: [String]) async throws {
    try await eventually("the origin is asked for \(records)") { records.allSatisfy { requests(for: "/api/\($0)/") > 0 } }
  }

  /// Starts the explorer on a terminal of the given size, without autostart.
  func explorer(_ name: String, _ place: String = "", columns: Int, rows: Int) async throws -> TerminalScreen {
    try await TerminalScreen(name, "holocron-tui \(place) --no-autostart", columns: columns, rows: rows, in: sandbox)
  }

  /// The port of the origin.
  var port: String { String(base.drop { !$0.isNumber }.drop { $0 != ":" }.dropFirst().prefix { $0.isNumber }) }

  /// The targets of all requests to the origin, in order, according to its log.
  var targets: [String] {
    origin.errors.split(separator: "\n").compactMap { line in
      // Values with special characters are quoted.
      let words = line.split(separator: " ").map { $0.filter { $0 != "\"" } }
      return words.first { $0.hasPrefix("target=") }.map { String($0.dropFirst("target=".count)) }
    }
  }

  /// Returns the number of requests to the origin for `path`, according to its log.
  func requests(for path: String) -> Int { targets.count { $0 == path } }
}

/// The fleet of a sandbox.
extension Sandbox {
  var supervisor: Int32? { PidFile("\(runtimeFolder)/supervisor.pid").holder }
  /// The state that the supervisor writes; `null` without one.
  var fleetState: JSON { (try? JSON(parsing: Files.bytes("\(runtimeFolder)/supervisor.json") ?? [])) ?? .null }
  var processes: [JSON] { fleetState["processes"]?.array ?? [] }

  func process(_ name: String) -> JSON? { processes.first { $0["name"]?.string == name } }
  func pid(of name: String) throws -> Int32 { Int32(try #require(process(name)?["pid"]?.int)) }

  func up(_ arguments: String...) async throws {
    let up = try await run("holocron", arguments: ["up"] + arguments + Sandbox.longTimeout)
    #expect(up.ending == .exited(0), "\(up.errors)")
  }

  func down() async throws { #expect(try await holocron("down").ending == .exited(0)) }
}

extension RunningProcess {
  /// Sends SIGKILL and waits until the process has ended.
  func killAndWait() async throws {
    send(.kill)
    try await ending()
  }

  /// Stops a front-end, and expects that all answers were right.
  func stopFrontEnd() async throws {
    send(.terminate)
    try await ends(.exited(143))
    try expectRightAnswers()
  }

  /// Expects a report with right answers only.
  func expectRightAnswers(_ count: Int? = nil) throws {
    let report = try JSON(parsing: output)
    #expect(report["totals"]?["errors"]?.int == 0 && report["verification"]?["wrong"]?.int == 0, "\(output)")
    let verified = try #require(report["verification"]?["verified"]?.int)
    #expect(count.map { verified == $0 } ?? (verified > 0))
  }
}
