/// The version of all programs, which are released together.
public enum Version {
  public static let number = "0.2.0"

  /// Returns the line that `--version` prints: the program and its version.
  public static func line(of program: String) -> String { "\(program) \(number)" }
}
