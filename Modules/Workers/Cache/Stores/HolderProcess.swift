import Glibc

/// The process behind the name of a lease holder, `1234-3f2a9c1e4026531836-k3j9`, so that a lease ends when the process that held it is gone.
enum HolderProcess {
  /// Returns a unique name for a worker of this process.
  static func newName() -> String { "\(getpid())-\(scope)-\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

  /// Returns whether the process that created `name` is gone: it has ended, and its parent has waited for it. `false` if that is unknown: for
  /// names of another form, and for processes whose IDs belong to another boot or namespace (pid_namespaces(7)).
  static func hasEnded(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count == 3, let process = pid_t(parts[0]), process > 0, scope != unknown, parts[1] == scope else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Identifies the processes whose IDs mean the same as here: the boot of the kernel (random(4)) and the namespace.
  private static let scope: String = {
    var status = stat()
    guard stat("/proc/self/ns/pid", &status) == 0, let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return unknown }
    defer { fclose(file) }
    var boot = [UInt8](repeating: 0, count: 8)
    guard fread(&boot, 1, boot.count, file) == boot.count else { return unknown }
    return "\(String(decoding: boot, as: UTF8.self))\(status.st_ino)"
  }()

  private static let unknown = "0"
}
