/// The name, executable and arguments of a process to supervise.
public struct ChildSpecification: Sendable, Hashable {
  /// A unique name, also used for the log file: `cache-1`.
  public var name: String
  /// The absolute path of the executable.
  public var executable: String
  public var arguments: [String]

  public init(_ name: String, executable: String, arguments: [String] = []) {
    self.name = name
    self.executable = executable
    self.arguments = arguments
  }
}
