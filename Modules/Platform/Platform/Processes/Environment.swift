@preconcurrency import Glibc

/// Environment variables.
public struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// Creates an environment from `lookUp`, which returns `nil` for a variable that is not set.
  public init(_ lookUp: @escaping @Sendable (String) -> String?) { self.lookUp = lookUp }
  public init(_ variables: [String: String]) { lookUp = { variables[$0] } }

  /// The environment of this process.
  public static let process = Environment { name in getenv(name).map { String(cString: $0) } }

  /// The value of a variable; `nil` if it is unset or empty.
  public subscript(name: String) -> String? { lookUp(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the value of a variable, which may be empty; `nil` if it is unset.
  public func raw(_ name: String) -> String? { lookUp(name) }

  /// Returns the variables in `names` that are set and not empty.
  public func only(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = self[$1] }
  }

  /// Passes the environment of this process without some variables, and with `additions`, in the form that posix_spawn(3) takes, valid during the
  /// call. Nothing in this process changes the environment, so reading it from any thread is safe.
  static func withPointers<Result>(
    without names: [String], adding additions: [String: String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let entry = next.pointee {
      let isLeftOut = (names + additions.keys).contains { strncmp(entry, "\($0)=", $0.utf8.count + 1) == 0 }
      if !isLeftOut { pointers.append(entry) }
      next += 1
    }
    let added = additions.map { strdup("\($0.key)=\($0.value)") }
    defer { added.forEach { free($0) } }
    pointers += added + [nil]
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }
}
