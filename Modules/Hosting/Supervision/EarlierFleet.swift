import Logging
import OrderedJSON
import Platform

/// The processes of a supervisor that was killed. They end by themselves, because their standard input has closed, after finishing their
/// requests; until then, they hold the fleet's endpoints, stores and names.
struct EarlierFleet: Sendable {
  /// A process that the state file names.
  struct Process: Sendable, Hashable {
    let name: String
    let id: Int32
  }

  /// The processes that still run.
  let processes: [Process]

  /// The maximum size of a state file in bytes. The largest fleet has 194 processes, each with its last line.
  static let maximumSize = 1 << 20
  private static let pollInterval = Duration.milliseconds(20)

  /// Reads the state file that the supervisor has left behind: one that stopped has removed it. Call it while holding the supervisor's lock.
  init(stateFile path: String) {
    let state = (try? RegularFile.read(path, upTo: Self.maximumSize, followsLink: false)).flatMap { try? JSON(parsing: $0) }
    processes = Self.processes(in: state ?? .null).filter(Self.isRunning)
  }

  /// Returns the processes in a state file. Ignores IDs that would name this process, that of the system or several processes.
  static func processes(in state: JSON) -> [Process] {
    (state["processes"]?.array ?? []).compactMap { process in
      guard let name = process["name"]?.string, let id = process["pid"]?.int, id > 1, id != OwnProcess.id, let id = Int32(exactly: id)
      else { return nil }
      return Process(name: name, id: id)
    }
  }

  /// Whether the process is still that of the fleet: the kernel may have given its ID to another one.
  static func isRunning(_ process: Process) -> Bool {
    guard let words = RunningProgram.commandLine(of: process.id) else { return false }
    return isCommandLine(words, of: process.name)
  }

  /// Whether a command line is that of a fleet's process: `…/holocron-cache … --lifeline` for `cache-1`.
  static func isCommandLine(_ words: [String], of name: String) -> Bool {
    let program = "holocron-\(name.prefix { $0 != "-" })"
    return words.contains("--lifeline") && words.prefix(2).contains { $0.split(separator: "/").last.map(String.init) == program }
  }

  /// Waits until all processes have ended. Asks them to stop, and continues those that are stopped (SIGSTOP). Kills those that still run after
  /// `limit`. When the task is cancelled, returns at once, without killing any.
  func end(within limit: Duration, _ logger: Logger) async {
    guard !processes.isEmpty else { return }
    logger.notice(
      "waiting for the processes of a supervisor that was killed",
      metadata: ["processes": "\(processes.map(\.name).joined(separator: " "))"])
    send(.terminate)
    send(.continue)
    await Self.wait(for: processes, until: .now + limit)
    guard !Task.isCancelled else { return }
    let rest = processes.filter(Self.isRunning)
    guard !rest.isEmpty else { return }
    logger.warning("killing processes that did not stop", metadata: ["processes": "\(rest.map(\.name).joined(separator: " "))"])
    for process in rest { Signal.kill.send(to: process.id) }
    // A killed process cannot refuse, but it may wait for a disk.
    await Self.wait(for: rest, until: .now + .seconds(5))
  }

  /// Returns when all processes have ended, at `end`, or when the task is cancelled.
  private static func wait(for processes: [Process], until end: ContinuousClock.Instant) async {
    while !Task.isCancelled, processes.contains(where: isRunning), ContinuousClock.now < end { try? await Task.sleep(for: pollInterval) }
  }

  private func send(_ signal: Signal) {
    for process in processes where Self.isRunning(process) { signal.send(to: process.id) }
  }
}
