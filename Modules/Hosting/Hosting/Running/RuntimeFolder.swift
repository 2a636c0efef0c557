import Glibc

/// The folder of sockets, locks and state of running processes: this user's alone.
public enum RuntimeFolder {
  /// Makes `path`, and what is missing above it, with mode 0700. Throws ``HostError/Code/unavailable`` when it cannot be made, is not
  /// a folder (a link is none), belongs to somebody else, or lets others in: whoever can write there can pose as the bus.
  public static func prepare(_ path: String) throws(HostError) {
    try make(path)
    var status = stat()
    guard lstat(path, &status) == 0 else { throw HostError(.unavailable, "the folder \(path) cannot be looked at: \(systemMessage())") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw HostError(.unavailable, "\(path) is not a folder: move it away, or set XDG_RUNTIME_DIR to a folder of yours")
    }
    guard status.st_uid == getuid() else {
      throw HostError(
        .unavailable, "the folder \(path) belongs to user \(status.st_uid), not to you: set XDG_RUNTIME_DIR to a folder of yours")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw HostError(.unavailable, "the folder \(path) lets other users in: run chmod 700 \(path)")
    }
  }

  /// Makes `path`, and what is missing above it, with mode 0700; leaves what is there as it is.
  public static func make(_ path: String) throws(HostError) {
    if access(path, F_OK) == 0 { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try make(String(path[..<slash])) }
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw HostError(.unavailable, "the folder \(path) cannot be made: \(systemMessage())")
    }
  }
}

/// What the operating system says about the last failed call.
func systemMessage() -> String { String(cString: strerror(errno)) }
