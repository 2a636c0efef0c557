import Glibc

/// The running executable, to find its siblings wherever they are installed.
public enum OwnExecutable {
  /// The folder it is in, without a slash at the end; links are resolved. `nil` where /proc is not mounted.
  public static var folder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
