import Glibc

/// The running executable; the other executables of Holocron are in the same folder.
public enum OwnExecutable {
  /// The executable's absolute path; links are resolved. `nil` if /proc is not mounted.
  static var path: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The executable's folder without a trailing slash.
  public static var folder: String? {
    guard let path else { return nil }
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
