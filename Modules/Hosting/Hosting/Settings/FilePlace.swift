import Glibc

/// Files as settings name them.
public enum FilePlace {
  /// `place` from the root, where it is a path from the working directory: a service may change that directory later. A word that names no file stays as
  /// it is.
  public static func absolute(_ place: String) -> String {
    guard !place.hasPrefix("/"), place.contains("/") || place.contains("."), let folder = getcwd(nil, 0) else { return place }
    defer { free(folder) }
    return "\(String(cString: folder))/\(place)"
  }
}
