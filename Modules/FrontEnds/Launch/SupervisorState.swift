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

  /// Returns why a supervised process that has been restarted ended, such as `cache-1 keeps ending: cannot open /…`; `nil` if no such process
  /// has ended with an error. Processes start in the order of their dependencies, so the first one counts. A log that was last written before
  /// the supervisor started is about earlier processes and does not count.
  public static func repeatedFailure(in runtimeFolder: String) -> String? {
    guard let state = read(in: runtimeFolder), let logFolder = state["logs"]?.string, let start = state["since"]?.int else { return nil }
    for process in state["processes"]?.array ?? [] {
      guard let name = process["name"]?.string, let restarts = process["restarts"]?.int, restarts > 0 else { continue }
      // The process `cache-1` runs holocron-cache.
      let kind = name.prefix { $0 != "-" }
      let path = "\(logFolder)/\(name).log"
      // The message with which a program ends has no time of its own.
      guard let lastWrite = FileSystem.lastWrite(to: path), lastWrite >= start else { continue }
      if let error = ServiceLog(path: path, program: "holocron-\(kind)").lastError() { return "\(name) keeps ending: \(error)" }
    }
    return nil
  }
}
