/// Recorded answers of a real server, kept next to the project in `../shared/swapi`. They are not part of a clone; without them, the tests that
/// compare with them are skipped.
public enum RealServer {
  private static let folder = "../shared/swapi"

  public static let isAvailable = ProjectFolder.exists("\(folder)/raw/root.json")

  /// The names of the unmodified list pages, such as `people-page1.json`.
  public static let pages = ((try? ProjectFolder.names(in: "\(folder)/raw")) ?? []).filter { $0.contains("-page") }

  /// Returns a recorded file, such as `raw/root.json`. Throws if it is missing.
  public static func text(_ path: String) throws -> String { try ProjectFolder.text("\(folder)/\(path)") }

  public static func bytes(_ path: String) throws -> [UInt8] { Array(try text(path).utf8) }
}
