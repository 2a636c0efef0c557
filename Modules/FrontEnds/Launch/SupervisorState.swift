import Glibc
public import OrderedJSON

/// What the supervisor writes down about the processes it keeps.
public enum SupervisorState {
  /// `nil` when there is no such file or it is not JSON.
  public static func read(in runtimeFolder: String) -> JSON? {
    guard let file = fopen("\(runtimeFolder)/supervisor.json", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return try? JSON(parsing: bytes.prefix(count))
  }
}
