import Glibc

/// Users of this machine, by their IDs.
public enum User {
  /// The user who runs this process.
  public static var current: UInt32 { getuid() }
  /// The user whose permissions this process has.
  public static var effective: UInt32 { geteuid() }

  /// `mallory (1001)`, or `1001` if the ID has no name. May ask a directory service.
  public static func label(of user: UInt32) -> String { entry(of: user, \.pw_name).map { "\($0) (\(user))" } ?? "\(user)" }

  /// Returns the home folder of a user in the user database; `nil` if the user has no entry there. May ask a directory service.
  public static func homeFolder(of user: UInt32) -> String? { entry(of: user, \.pw_dir) }

  /// Returns one member of the user's entry in the user database.
  private static func entry(of user: UInt32, _ member: (passwd) -> UnsafeMutablePointer<CChar>?) -> String? {
    var size = 4_096
    while size <= 1 << 20 {
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      var bytes = [CChar](repeating: 0, count: size)
      // The entry points into the buffer.
      let (status, text) = bytes.withUnsafeMutableBufferPointer { buffer -> (Int32, String?) in
        guard let address = buffer.baseAddress else { return (ENOMEM, nil) }
        let status = getpwuid_r(user, &entry, address, buffer.count, &found)
        return (status, found.flatMap { member($0.pointee) }.map { String(cString: $0) })
      }
      // The buffer is too small for the entry.
      guard status == ERANGE else { return text }
      size *= 4
    }
    return nil
  }
}
