import Glibc

/// The process behind the name of a holder of leases, `1234-4026531836-k3j9`: a lease ends with the process that held it, however long it was
/// granted for.
enum HolderProcess {
  /// A name for a worker of this process, different from all others.
  static func newName() -> String { "\(getpid())-\(namespace)-\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

  /// Whether the process that `name` was made by has ended. `false` where that cannot be told: for names of another form, and for processes
  /// whose ids belong to another namespace (pid_namespaces(7)).
  static func hasEnded(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count == 3, let process = pid_t(parts[0]), process > 0, namespace != 0, UInt64(parts[1]) == namespace else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Names the namespace of this process's id; 0 where the system does not say.
  private static let namespace: UInt64 = {
    var status = stat()
    return stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : 0
  }()
}
