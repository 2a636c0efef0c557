import Models
import OrderedJSON
import Platform

/// The processes that a chaos run hurts: starts them, hurts them and repairs them.
final class ChaosFleet {
  private enum State {
    case running
    case stopped
    /// Killed, or ended after SIGTERM.
    case ended
    /// Got SIGTERM at this time.
    case ending(ContinuousClock.Instant)
  }

  private let bench: Workbench
  /// The folder of the log files.
  private let logs: String
  private let clock: ChaosClock?
  private let commands: [ChaosTarget: [String]]
  /// When the origin ends its faults.
  private var faultsEnd = ContinuousClock.now
  private var processes: [ChaosTarget: ChildProcess] = [:]
  private var states: [ChaosTarget: State] = [:]
  /// Endings that the run did not cause, and processes that ignored SIGTERM.
  private(set) var defects: [String] = []

  /// The time in which a process must end after SIGTERM: the default of `--drain-timeout`, and some more.
  private static let drainLimit = Duration.seconds(15)

  /// Starts all processes, and waits until all records are cached and indexed.
  /// - Parameters:
  ///   - logs: the folder of their log files.
  ///   - clock: their clock; `nil` for the true time.
  init(on bench: Workbench, logs: String, clock: ChaosClock? = nil) throws(BenchmarkError) {
    self.bench = bench
    self.logs = logs
    self.clock = clock
    let port: UInt16
    do {
      try Folder.create(logs)
      port = try FreePort.loopback()
    } catch { throw BenchmarkError("\(error)") }
    var commands: [ChaosTarget: [String]] = [:]
    for target in ChaosTarget.all {
      let log = ["--log-file", "\(logs)/\(target).log", "--log-level", "notice", "--lifeline"]
      commands[target] = [bench.program("holocron-\(target.role.rawValue)")] + Self.options(of: target.role, port, bench) + log
    }
    self.commands = commands
    for target in ChaosTarget.all { try start(target) }
    try warmUp()
    // A process may find no arguments: see ChaosClock. All start in the same way, so one of the fetchers shows it.
    let (origin, expected) = (try bench.statistics(of: "holocron.fetch")["origin"]?.string, "http://127.0.0.1:\(port)/api")
    guard origin == expected else { throw BenchmarkError("the fetchers use the origin \(origin ?? "?") instead of \(expected)") }
  }

  /// Faults that a fetcher overcomes by a retry, so that what they cause besides wrong answers is rare.
  private static let originFaults = ["status 503 rate 0.01", "reset body rate 0.01", "truncate rate 0.01"]

  /// Starts the origin again, with faults from now on until `end`.
  func beginFaults(until end: ContinuousClock.Instant) throws(BenchmarkError) {
    faultsEnd = end
    let origin = ChaosTarget(role: .origin, number: 1)
    kill(origin)
    try start(origin)
  }

  /// The faults of an origin that starts now: they end when nothing else is hurt, too.
  private var faultOptions: [String] {
    let milliseconds = Int(ContinuousClock.now.duration(to: faultsEnd) / .milliseconds(1))
    return milliseconds > 0 ? Self.originFaults.flatMap { ["--fault", "for \(milliseconds)ms \($0)"] } : []
  }

  /// Lists and records are stale after two seconds, so that hits are revalidated all the time.
  private static func options(of role: ChaosTarget.Role, _ port: UInt16, _ bench: Workbench) -> [String] {
    switch role {
    case .broker: []
    case .cache: ["--store", bench.file("stores/cache.sqlite"), "--lifetime", "2s"]
    case .fetcher: ["--origin", "http://127.0.0.1:\(port)/api"]
    case .search: ["--history", bench.file("stores/history.sqlite")]
    case .origin: ["--port", String(port), "--latency", "5ms"]
    }
  }

  private func warmUp() throws(BenchmarkError) {
    let catalogue = try ChaosCatalogue()
    for entry in catalogue.entries {
      let content = try bench.content(of: "GET /\(entry.reference)", from: CachedRecord.service)
      guard content == entry.bytes else { throw BenchmarkError("the cache has another record \(entry.reference)") }
    }
    for kind in catalogue.kinds {
      var (page, pages) = (1, 1)
      while page <= pages {
        let content = try bench.content(of: "GET /\(kind)?page=\(page)&order=origin", from: CachedRecord.service)
        pages = (try? JSON(parsing: content))?["pages"]?.int ?? 0
        page += 1
      }
    }
    try bench.wait(for: "the index of all records") { () throws(BenchmarkError) in
      try bench.statistics(of: "holocron.search")["gauges"]?["index.records"]?.int == catalogue.entries.count ? () : nil
    }
  }

  func start(_ target: ChaosTarget) throws(BenchmarkError) {
    guard let base = commands[target] else { return }
    let command = base + (target.role == .origin ? faultOptions : [])
    if let clock {
      ChaosClock.removeLeftovers()
      processes[target] = try ChildProcess(clock.command(command), environment: bench.environment.merging(clock.environment) { $1 })
    } else {
      processes[target] = try ChildProcess(command, environment: bench.environment)
    }
    states[target] = .running
  }

  /// Whether the process runs, so that it can be hurt.
  func isRunning(_ target: ChaosTarget) -> Bool {
    if case .running = states[target] { true } else { false }
  }

  func kill(_ target: ChaosTarget) {
    processes[target]?.kill()
    states[target] = .ended
  }

  func stop(_ target: ChaosTarget) {
    processes[target]?.send(.stop)
    states[target] = .stopped
  }

  func resume(_ target: ChaosTarget) {
    processes[target]?.send(.continue)
    states[target] = .running
  }

  func terminate(_ target: ChaosTarget) {
    processes[target]?.send(.terminate)
    states[target] = .ending(.now)
  }

  /// Looks at all processes. Returns those that have ended after SIGTERM since the last call, and those that ended for another reason, which
  /// is a defect.
  func endedProcesses() -> [ChaosTarget] {
    var ended: [ChaosTarget] = []
    for target in ChaosTarget.all {
      guard let process = processes[target], let state = states[target] else { continue }
      switch (state, process.endingIfAny()) {
      case (.ended, _), (.stopped, nil), (.running, nil): continue
      case (.ending(let start), nil):
        guard start.duration(to: .now) > Self.drainLimit else { continue }
        defects.append("\(target) did not end within \(Self.drainLimit) after SIGTERM")
        process.kill()
      case (.ending, .exited(0)?): break
      case (.ending, let ending?): defects.append("\(target) ended after SIGTERM: \(ending)\(lastLogLine(of: target))")
      case (_, let ending?): defects.append("\(target) ended by itself: \(ending)\(lastLogLine(of: target))")
      }
      states[target] = .ended
      ended.append(target)
    }
    return ended
  }

  /// Returns the last line of a process's log, for a message; nothing without one.
  private func lastLogLine(of target: ChaosTarget) -> String {
    guard let bytes = try? RegularFile.read("\(logs)/\(target).log", upTo: 16 << 20), let line = bytes.split(separator: 0x0A).last else {
      return ""
    }
    return ", after it logged: \(String(decoding: line, as: UTF8.self))"
  }
}
