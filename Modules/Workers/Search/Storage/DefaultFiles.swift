import MessageBus
import Platform

/// Default paths of the search service's files (XDG Base Directory Specification); `nil` if the environment does not
/// name the folder and the user has no home folder.
public enum DefaultFiles {
  /// Returns the path of the index, which can be rebuilt: `$XDG_CACHE_HOME/holocron/search.sqlite`, or in `~/.cache` if the variable is
  /// unset.
  public static func index(environment: [String: String]) -> String? {
    XDGFolders(Environment(environment)).cache.map { "\($0)/search.sqlite" }
  }

  /// Returns the path of the history, which is user data: `$XDG_DATA_HOME/holocron/history.sqlite`, or in `~/.local/share` if the variable
  /// is unset.
  public static func history(environment: [String: String]) -> String? {
    XDGFolders(Environment(environment)).data.map { "\($0)/history.sqlite" }
  }
}
