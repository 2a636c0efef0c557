import Glibc

/// The running executable; the other executables of Holocron are in the same folder.
public enum OwnExecutable {
  /// The executable's folder without a trailing slash; links are resolved. `nil` if /proc is not mounted.
  public static var folder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
