@preconcurrency import Glibc

/// Environment variables.
public struct Environment: Sendable {
  private let look: @Sendable (String) -> String?

  /// `look` answers `nil` for a variable that is not set.
  public init(_ look: @escaping @Sendable (String) -> String?) { self.look = look }
  public init(_ variables: [String: String]) { look = { variables[$0] } }

  /// Those of this process.
  public static let process = Environment { name in getenv(name).map { String(cString: $0) } }

  /// `nil` where the variable is unset or empty.
  public subscript(name: String) -> String? { look(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The empty text where the variable is set and empty.
  public func raw(_ name: String) -> String? { look(name) }

  /// Those of `names` that are set and not empty.
  public func only(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = self[$1] }
  }

  /// A folder of the XDG Base Directory Specification: the variable where it holds an absolute path, else `fallback` below the home. A relative
  /// `HOME` counts as one that is not set: what it means would change with the current directory.
  public func folder(_ variable: String, below fallback: String) -> String {
    if let path = self[variable], path.hasPrefix("/") { return path }
    return "\(self["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "")/\(fallback)"
  }

  /// Where logs of started processes go.
  public var stateFolder: String { folder("XDG_STATE_HOME", below: ".local/state") + "/holocron" }
}
