import Glibc

/// The process behind the name of a lease holder, `1234-4026531836-k3j9`, so that a lease ends with the process that held it.
enum HolderProcess {
  /// Returns a unique name for a worker of this process.
  static func newName() -> String { "\(getpid())-\(namespace)-\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

  /// Returns whether the process that created `name` has ended. `false` if that is unknown: for names of another form, and for processes whose
  /// IDs belong to another namespace (pid_namespaces(7)).
  static func hasEnded(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count == 3, let process = pid_t(parts[0]), process > 0, namespace != 0, UInt64(parts[1]) == namespace else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// The namespace of this process's ID; 0 if the system does not report it.
  private static let namespace: UInt64 = {
    var status = stat()
    return stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : 0
  }()
}
