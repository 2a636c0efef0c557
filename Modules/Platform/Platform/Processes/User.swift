import Glibc

/// Users of this machine, by their IDs.
public enum User {
  /// The user who runs this process.
  public static var current: UInt32 { getuid() }
  /// The user whose permissions this process has.
  public static var effective: UInt32 { geteuid() }

  /// `user mallory (1001)`, or `user 1001` if the ID has no name. May ask a directory service.
  public static func description(of user: UInt32) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var bytes = [CChar](repeating: 0, count: 4_096)
    // The entry points into the buffer.
    return bytes.withUnsafeMutableBufferPointer { buffer in
      guard let address = buffer.baseAddress, getpwuid_r(user, &entry, address, buffer.count, &found) == 0, found != nil,
        let name = entry.pw_name
      else { return "user \(user)" }
      return "user \(String(cString: name)) (\(user))"
    }
  }
}
