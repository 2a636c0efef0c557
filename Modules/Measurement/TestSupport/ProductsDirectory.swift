import Platform

/// The folder of this build's executables: the folder of the running executable, which in a test is the test bundle.
public enum ProductsDirectory {
  /// The absolute path without a trailing slash.
  public static let path = RunningProgram.own?.folder ?? "."

  /// Returns the absolute path of an executable such as `holocron-broker`, without checking that it exists.
  public static func executable(_ name: String) -> String { "\(path)/\(name)" }
}
