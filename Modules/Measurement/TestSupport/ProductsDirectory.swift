import Glibc

/// The folder of this build's executables: the folder of the running executable, which in a test is the test bundle.
public enum ProductsDirectory {
  /// The absolute path without a trailing slash.
  public static let path: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(resolved) }
    let executable = String(cString: resolved)
    return String(executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)])
  }()

  /// Returns the absolute path of an executable such as `holocron-broker`, without checking that it exists.
  public static func executable(_ name: String) -> String { "\(path)/\(name)" }
}
