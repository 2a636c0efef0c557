@preconcurrency import Glibc

/// Environment variables.
struct Environment: Sendable {
  private let look: @Sendable (String) -> String?

  init(_ look: @escaping @Sendable (String) -> String?) { self.look = look }
  init(_ variables: [String: String]) { look = { variables[$0] } }

  /// Those of this process.
  static let process = Environment { name in getenv(name).map { String(cString: $0) } }

  /// `nil` where the variable is unset or empty.
  subscript(name: String) -> String? { look(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The empty text where the variable is set and empty.
  func raw(_ name: String) -> String? { look(name) }

  func only(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = self[$1] }
  }

  /// A folder of the XDG Base Directory Specification: the variable where it holds an absolute path, else `fallback` below the home.
  func folder(_ variable: String, below fallback: String) -> String {
    if let path = self[variable], path.hasPrefix("/") { return path }
    return "\(self["HOME"] ?? "")/\(fallback)"
  }

  /// Where logs of started processes go.
  var stateFolder: String { folder("XDG_STATE_HOME", below: ".local/state") + "/holocron" }
}

/// The environment as the C library hands it to new processes.
func processEnvironment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  // Nothing in this program changes the environment, so reading it from any thread is sound.
  environ
}
