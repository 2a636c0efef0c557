import Glibc

/// Where the executables of this build are: beside the running one, which in a test is the test bundle.
public enum ProductsDirectory {
  /// An absolute path without a slash at its end.
  public static let path: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(resolved) }
    let executable = String(cString: resolved)
    return String(executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)])
  }()

  /// `holocron-broker` as an absolute path; whether it exists is for whoever starts it to see.
  public static func executable(_ name: String) -> String { "\(path)/\(name)" }
}
