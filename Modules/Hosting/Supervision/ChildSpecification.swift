/// A process to keep running.
public struct ChildSpecification: Sendable, Hashable {
  /// Unique among the supervised, and the name of its log file: `cache-1`.
  public var name: String
  /// An absolute path.
  public var executable: String
  public var arguments: [String]

  public init(_ name: String, executable: String, arguments: [String] = []) {
    self.name = name
    self.executable = executable
    self.arguments = arguments
  }
}
