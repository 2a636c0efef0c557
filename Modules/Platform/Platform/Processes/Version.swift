/// The version of all programs, which are released together.
public enum Version {
  public static let number = "0.2.0"

  /// Returns the line that `--version` prints: `holocron-cache 0.2.0`.
  public static func line(of program: String) -> String { "\(program) \(number)" }
}
