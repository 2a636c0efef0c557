import Glibc
public import MessageBus

/// Creates and checks folders.
public enum Folders {
  /// Creates `path` and missing parent folders, accessible to this user only. Throws a problem that names the folder.
  public static func make(_ path: String) throws(Problem) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return try check(path) }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try make(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return try check(path) }
    }
    throw Problem(500, "a folder is missing", detail: "cannot create \(path): \(String(cString: strerror(errno)))")
  }

  private static func check(_ path: String) throws(Problem) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Problem(500, "a folder is missing", detail: "\(path) is not a folder; move or remove it")
    }
  }

  /// `user mallory (1001)`
  private static func name(of user: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var bytes = [CChar](repeating: 0, count: 4_096)
    guard getpwuid_r(user, &entry, &bytes, bytes.count, &found) == 0, found != nil, let name = entry.pw_name else { return "user \(user)" }
    return "user \(String(cString: name)) (\(user))"
  }

  /// Returns why a folder is unsafe for sockets, since other users with write access could impersonate the bus; `nil` if only this user has
  /// access.
  public static func weakness(of path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return "does not exist" }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "is not a folder" }
    guard status.st_uid == getuid() else { return "belongs to \(name(of: status.st_uid))" }
    return status.st_mode & 0o077 == 0 ? nil : "is accessible to other users"
  }
}
