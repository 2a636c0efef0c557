import Glibc
public import OrderedJSON

/// The state file in which the supervisor describes its processes.
public enum SupervisorState {
  /// Reads the state file; `nil` if it does not exist or is not JSON.
  public static func read(in runtimeFolder: String) -> JSON? {
    guard let file = fopen("\(runtimeFolder)/supervisor.json", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return try? JSON(parsing: bytes.prefix(count))
  }
}
