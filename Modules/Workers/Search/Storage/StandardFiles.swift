/// Where the files of the search are by default (XDG Base Directory Specification). `nil` when the environment names no home either.
public enum StandardFiles {
  /// `$XDG_CACHE_HOME/holocron/search.sqlite`, in `~/.cache` where the variable is unset: it can be made again.
  public static func index(environment: [String: String]) -> String? {
    folder(environment, "XDG_CACHE_HOME", ".cache").map { "\($0)/search.sqlite" }
  }

  /// `$XDG_DATA_HOME/holocron/history.sqlite`, in `~/.local/share` where the variable is unset: it belongs to the user.
  public static func history(environment: [String: String]) -> String? {
    folder(environment, "XDG_DATA_HOME", ".local/share").map { "\($0)/history.sqlite" }
  }

  private static func folder(_ environment: [String: String], _ variable: String, _ standard: String) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return "\(folder)/holocron" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(standard)/holocron" : nil }
  }
}
