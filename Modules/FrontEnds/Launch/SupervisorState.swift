public import OrderedJSON
import Platform

/// The state file in which the supervisor describes its processes.
public enum SupervisorState {
  private static let maxSize = 1 << 16

  /// Reads the state file; `nil` if it does not exist or is not JSON.
  public static func read(in runtimeFolder: String) -> JSON? {
    guard let bytes = try? RegularFile.read("\(runtimeFolder)/supervisor.json", upTo: maxSize) else { return nil }
    return try? JSON(parsing: bytes)
  }

  /// Returns the folder in which the supervisor keeps the logs of its processes; `nil` if there is no state file. The environment of the
  /// supervisor decides on it, not that of this process.
  public static func logFolder(in runtimeFolder: String) -> String? { read(in: runtimeFolder)?["logs"]?.string }

  /// Returns the path of a process's log.
  public static func log(of name: String, in state: JSON) -> String? { state["logs"]?.string.map { "\($0)/\(name).log" } }

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

  /// Returns why a process of `supervisor` was given up or, if none was, why one that has been restarted ended; `nil` if there is none, or
  /// if the state file is that of an earlier supervisor, which was killed. Processes start in the order of their dependencies, so the first
  /// one counts. A log that was last written before the supervisor started is about earlier processes and does not count.
  ///
  /// - Parameters:
  ///   - supervisor: the process ID of the running supervisor, which holds its lock; `nil` if there is none.
  ///   - kinds: the kinds of processes to consider, such as `cache` for `cache-1`; by default all.
  public static func failure(in runtimeFolder: String, of supervisor: Int32?, among kinds: Set<String>? = nil) -> Failure? {
    guard let supervisor, let state = read(in: runtimeFolder), state["pid"]?.int == Int(supervisor), let start = state["since"]?.int
    else { return nil }
    var first: Failure?
    for process in state["processes"]?.array ?? [] {
      guard let failure = failure(of: process, in: state, since: start, among: kinds) else { continue }
      if failure.isFinal { return failure }
      if first == nil { first = failure }
    }
    return first
  }

  private static func failure(of process: JSON, in state: JSON, since start: Int, among kinds: Set<String>?) -> Failure? {
    guard let name = process["name"]?.string, let path = log(of: name, in: state) else { return nil }
    // The process `cache-1` runs holocron-cache.
    let kind = String(name.prefix { $0 != "-" })
    guard kinds?.contains(kind) ?? true else { return nil }
    // The whole fleet ends for a fatal failure, and the supervisor says why.
    let isFinal = process["state"] == "failed" && process["fatal"] != true
    guard isFinal || (process["restarts"]?.int ?? 0) > 0 else { return nil }
    // The message with which a program ends has no time of its own.
    let isCurrent = FileSystem.lastWrite(to: path).map { $0 >= start } ?? false
    let error = isCurrent ? ServiceLog(path: path, program: "holocron-\(kind)").lastError() : nil
    let ending = process["failure"]?.string.map { "\($0), the last time with \(process["lastEnding"]?.string ?? "no exit code")" }
    guard let reason = error ?? (isFinal ? ending : nil) else { return nil }
    return Failure(process: name, reason: reason, isFinal: isFinal, log: path)
  }

  /// Returns the last lines of a log, at most `count`; empty if it cannot be read.
  public static func lastLines(_ count: Int, of log: String) -> [String] { ServiceLog(path: log, program: "").lastLines(count) }
}
