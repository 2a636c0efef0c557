import Glibc

/// The private folder for sockets, locks and state of running processes.
public enum RuntimeFolder {
  /// Creates `path` and missing parents with mode 0700. Throws ``HostErrorCode/unavailable`` if `path` cannot be created, is not a folder
  /// (links are not followed), belongs to another user, or is accessible to other users, who could impersonate the bus.
  public static func prepare(_ path: String) throws(HostError) {
    try create(path)
    var status = stat()
    guard lstat(path, &status) == 0 else { throw HostError(.unavailable, "cannot inspect the folder \(path): \(systemMessage())") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw HostError(.unavailable, "\(path) is not a folder; move it away, or set XDG_RUNTIME_DIR to a folder of your own")
    }
    guard status.st_uid == getuid() else {
      throw HostError(
        .unavailable, "the folder \(path) belongs to user \(status.st_uid), not to you; set XDG_RUNTIME_DIR to a folder of your own")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw HostError(.unavailable, "the folder \(path) is accessible to other users; run chmod 700 \(path)")
    }
  }

  /// Creates `path` and missing parents with mode 0700. Leaves an existing folder unchanged.
  public static func create(_ path: String) throws(HostError) {
    if access(path, F_OK) == 0 { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try create(String(path[..<slash])) }
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw HostError(.unavailable, "cannot create the folder \(path): \(systemMessage())")
    }
  }
}

/// Returns the operating system's message for `errno`.
func systemMessage() -> String { String(cString: strerror(errno)) }
