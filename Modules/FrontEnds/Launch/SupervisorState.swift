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
}
