/// The name, executable and arguments of a process to supervise.
struct ChildSpecification: Sendable, Hashable {
  /// A unique name, also used for the log file: `cache-1`.
  var name: String
  /// The absolute path of the executable.
  var executable: String
  var arguments: [String]

  /// The name of the executable, such as `holocron-cache`.
  var program: String { executable.split(separator: "/").last.map(String.init) ?? executable }

  init(_ name: String, executable: String, arguments: [String] = []) {
    self.name = name
    self.executable = executable
    self.arguments = arguments
  }
}
