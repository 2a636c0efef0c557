import Platform

/// The process behind the name of a lease holder, `1234-3f2a9c1e4026531836-k3j9`, so that a lease ends when the process that held it is gone.
enum HolderProcess {
  /// Returns a unique name for a worker of this process.
  static func newName() -> String { "\(OwnProcess.id)-\(ProcessScope.own)-\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

  /// Returns whether the process that created `name` is gone: it has ended, and its parent has waited for it. `false` if that is unknown: for
  /// names of another form, and for processes whose IDs belong to another boot or namespace.
  static func hasEnded(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    let scope = ProcessScope.own
    guard parts.count == 3, let process = Int32(parts[0]), scope.isKnown, parts[1] == scope.description else { return false }
    return scope.hasEnded(process)
  }
}
