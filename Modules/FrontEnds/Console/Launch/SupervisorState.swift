public import OrderedJSON
public import Platform

/// The state file in which the supervisor describes its processes.
public enum SupervisorState {
  /// In bytes. The largest fleet has 194 processes, and each may have the last line of its output here.
  private static let maxSize = 1 << 20

  /// Reads the state file; `nil` if it does not exist or is not JSON.
  public static func read(in runtimeFolder: String) -> JSON? {
    guard let bytes = try? RegularFile.read("\(runtimeFolder)/supervisor.json", upTo: maxSize) else { return nil }
    return try? JSON(parsing: bytes)
  }

  /// Reads the state file, as ``read(in:)`` does, and gives each process that has ended since it was written the state ``gone``. The file is out
  /// of date if the supervisor cannot write it, as on a full disk, or is stopped.
  public static func readRunning(
    in runtimeFolder: String, hasEnded: (Int32) -> Bool = { ProcessInstance($0)?.hasEnded ?? true }
  ) -> JSON? {
    guard var state = read(in: runtimeFolder)?.object else { return nil }
    let processes = state["processes"]?.array?.map { process -> JSON in
      guard var members = process.object, process["state"] == "running" || process["state"] == "starting",
        let id = process["pid"]?.int.flatMap(Int32.init(exactly:)), hasEnded(id)
      else { return process }
      members["state"] = .string(gone)
      return .object(members)
    }
    if let processes { state["processes"] = .array(processes) }
    return .object(state)
  }

  /// The state of a process that has ended although the state file has another state.
  public static let gone = "gone"

  /// Returns the folder in which the supervisor keeps the logs of its processes; `nil` if there is no state file. The environment of the
  /// supervisor decides on it, not that of this process.
  public static func logFolder(in runtimeFolder: String) -> String? { read(in: runtimeFolder)?["logs"]?.string }

  /// Why a process does not run.
  public struct Failure: Sendable, Hashable {
    /// `cache-1`
    public let process: String
    /// `cannot open /…`, or how the process ended.
    public let reason: String
    /// Whether the supervisor does not restart the process any more.
    public let isFinal: Bool
    /// The path of the log.
    public let log: String

    /// `cache-1 keeps ending: cannot open /…`
    public var sentence: String {
      isFinal ? "the supervisor stopped restarting \(process): \(reason)" : "\(process) keeps ending: \(reason)"
    }
  }

  /// Returns why a process of `supervisor` was given up or, if none was, why one that has been restarted and is not ready ended; `nil` if there
  /// is none, or if the state file is that of an earlier supervisor, which was killed. Processes start in the order of their dependencies, so the
  /// first one counts.
  ///
  /// - Parameters:
  ///   - supervisor: the process ID of the running supervisor, which holds its lock; `nil` if there is none.
  ///   - kinds: the kinds of processes to consider, such as `cache` for `cache-1`; by default all.
  public static func failure(in runtimeFolder: String, of supervisor: Int32?, among kinds: Set<String>? = nil) -> Failure? {
    guard let supervisor, let state = read(in: runtimeFolder), state["pid"]?.int == Int(supervisor) else { return nil }
    var first: Failure?
    for process in state["processes"]?.array ?? [] {
      guard let failure = failure(of: process, among: kinds) else { continue }
      if failure.isFinal { return failure }
      if first == nil { first = failure }
    }
    return first
  }

  private static func failure(of process: JSON, among kinds: Set<String>?) -> Failure? {
    guard let name = process["name"]?.string, let log = process["log"]?.string, let program = process["program"]?.string,
      kinds?.contains(String(name.prefix { $0 != "-" })) ?? true
    else { return nil }
    // The whole fleet ends for a fatal failure, and the supervisor says why.
    let isFinal = process["state"] == "failed" && process["fatal"] != true
    let restarts = process["restarts"]?.int ?? 0
    guard isFinal || (restarts > 0 && process["ready"] != true) else { return nil }
    let ending = process["lastEnding"]?.string
    let reason =
      if let error = process["lastLine"]?.string.flatMap({ ServiceLog.error(in: $0, of: program) }) {
        error
      } else if isFinal {
        process["failure"]?.string.map { "\($0), the last time with \(ending ?? "no exit code")" }
      } else {
        // An ending without an error may have been requested by a person.
        restarts > 1 && ending != "exit code 0" ? ending : nil
      }
    return reason.map { Failure(process: name, reason: $0, isFinal: isFinal, log: log) }
  }

  /// Returns what the processes with the logs `paths` keep in memory because they cannot use a file, and why, by events after the sizes that
  /// the logs had.
  public static func warnings(inLogs paths: [(path: String, size: Int)]) -> [String] {
    paths.flatMap { ServiceLog(path: $0.path, program: "").warnings(after: $0.size) }
  }

  /// Returns the last lines of a log, at most `count`, also those of the file that was renamed last; empty if it cannot be read.
  public static func lastLines(_ count: Int, of log: String) -> [String] {
    var log = TailedLog("", path: log)
    return log.last(count).map(\.text)
  }
}
