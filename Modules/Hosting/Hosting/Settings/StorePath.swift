import Platform

/// Paths of stores as written in settings.
public enum StorePath {
  /// Returns the absolute path for a path relative to the working directory, which a service may change later. Returns words that are not
  /// paths, such as `memory`, unchanged.
  public static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), path.contains("/") || path.contains("."), let folder = Folder.current else { return path }
    return "\(folder)/\(path)"
  }
}
