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
  private let port: UInt16
  /// When the origin ends its faults.
  private var faultsEnd = ContinuousClock.now
  private var processes: [ChaosTarget: (process: ChildProcess, state: State)] = [:]
  /// Endings that the run did not cause, and processes that ignored SIGTERM.
  private(set) var defects: [String] = []

  /// The time in which a process must end after SIGTERM: the default of `--drain-timeout`, and some more.
  private static let drainLimit = Duration.seconds(15)
  /// Faults that a fetcher overcomes by a retry, so that what they cause besides wrong answers is rare.
  private static let originFaults = ["status 503 rate 0.01", "reset body rate 0.01", "truncate rate 0.01"]

  /// Starts all processes, and waits until all records are cached and indexed.
  init(on bench: Workbench, logs: String) throws {
    (self.bench, self.logs) = (bench, logs)
    try Folder.create(logs)
    port = try FreePort.loopback()
    for target in ChaosTarget.all { try start(target) }
    try warmUp()
  }

  /// Starts the origin again, with faults from now on until `end`.
  func beginFaults(until end: ContinuousClock.Instant) throws {
    faultsEnd = end
    let origin = ChaosTarget(role: .origin, number: 1)
    kill(origin)
    try start(origin)
  }

  /// Lists and records are stale after two seconds, so that hits are revalidated all the time.
  private func options(of role: ChaosTarget.Role) -> [String] {
    switch role {
    case .broker: return []
    case .cache: return ["--store", bench.file("stores/cache.sqlite"), "--lifetime", "2s"]
    case .fetcher: return ["--origin", "http://127.0.0.1:\(port)/api"]
    case .search: return ["--history", bench.file("stores/history.sqlite")]
    case .origin:
      // Faults end when nothing else is hurt, too.
      let milliseconds = Int(ContinuousClock.now.duration(to: faultsEnd) / .milliseconds(1))
      let faults = milliseconds > 0 ? Self.originFaults.flatMap { ["--fault", "for \(milliseconds)ms \($0)"] } : []
      return ["--port", String(port), "--latency", "5ms"] + faults
    }
  }

  private func warmUp() throws {
    let catalogue = try ChaosCatalogue()
    for entry in catalogue.entries {
      let content = try bench.content(of: "GET /\(entry.reference)", from: CachedRecord.service)
      guard content == entry.bytes else { throw BenchmarkError("the cache has another record \(entry.reference)") }
    }
    for kind in catalogue.kinds {
      var (page, pages) = (1, 1)
      while page <= pages {
        let content = try bench.content(of: "GET /\(kind)?page=\(page)&order=origin", from: CachedRecord.service)
        pages = try JSON(parsing: content)["pages"]?.int ?? 0
        page += 1
      }
    }
    try bench.wait(for: "the index of all records") {
      try bench.statistics(of: "holocron.search")["gauges"]?["index.records"]?.int == catalogue.entries.count ? () : nil
    }
  }

  func start(_ target: ChaosTarget) throws {
    let log = ["--log-file", "\(logs)/\(target).log", "--log-level", "notice", "--lifeline"]
    let command = [bench.program("holocron-\(target.role.rawValue)")] + options(of: target.role) + log
    processes[target] = (try ChildProcess(command, environment: bench.environment), .running)
  }

  /// Whether the process runs, so that it can be hurt.
  func isRunning(_ target: ChaosTarget) -> Bool { if case .running = processes[target]?.state { true } else { false } }

  func kill(_ target: ChaosTarget) {
    processes[target]?.process.kill()
    processes[target]?.state = .ended
  }

  func stop(_ target: ChaosTarget) { send(.stop, to: target, .stopped) }
  func resume(_ target: ChaosTarget) { send(.continue, to: target, .running) }
  func terminate(_ target: ChaosTarget) { send(.terminate, to: target, .ending(.now)) }

  private func send(_ signal: Signal, to target: ChaosTarget, _ state: State) {
    processes[target]?.process.send(signal)
    processes[target]?.state = state
  }

  /// Looks at all processes. Returns those that have ended after SIGTERM since the last call, and those that ended for another reason, which
  /// is a defect.
  func endedProcesses() -> [ChaosTarget] {
    ChaosTarget.all.filter { target in
      guard let (process, state) = processes[target] else { return false }
      switch (state, process.endingIfAny()) {
      case (.ended, _), (.stopped, nil), (.running, nil): return false
      case (.ending(let start), nil):
        guard start.duration(to: .now) > Self.drainLimit else { return false }
        defects.append("\(target) did not end within \(Self.drainLimit) after SIGTERM")
        process.kill()
      case (.ending, .exited(0)?): break
      case (.ending, let ending?): defects.append("\(target) ended after SIGTERM: \(ending)\(lastLogLine(of: target))")
      case (_, let ending?): defects.append("\(target) ended by itself: \(ending)\(lastLogLine(of: target))")
      }
      processes[target]?.state = .ended
      return true
    }
  }

  /// Returns the last line of a process's log, for a message; nothing without one.
  private func lastLogLine(of target: ChaosTarget) -> String {
    let line = (try? RegularFile.read("\(logs)/\(target).log", upTo: 16 << 20))?.split(separator: 0x0A).last
    return line.map { ", after it logged: \(String(decoding: $0, as: UTF8.self))" } ?? ""
  }
}
