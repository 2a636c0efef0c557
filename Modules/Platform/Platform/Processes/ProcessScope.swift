import Glibc

/// The processes whose IDs mean the same as here: those of one boot of the kernel (random(4)) and one namespace (pid_namespaces(7)).
public struct ProcessScope: Sendable, Hashable, CustomStringConvertible {
  /// Letters and digits; `0` if the scope is unknown.
  public let description: String

  /// The scope of this process, read once.
  public static let own = ProcessScope()

  private init() {
    var status = stat()
    let boot = (try? RegularFile.read("/proc/sys/kernel/random/boot_id", upTo: 64)) ?? []
    if stat("/proc/self/ns/pid", &status) == 0, boot.count >= 8 {
      description = "\(String(decoding: boot.prefix(8), as: UTF8.self))\(status.st_ino)"
    } else {
      description = "0"
    }
  }

  /// Whether the scope could be read from /proc. Nothing can be concluded about other processes from an unknown scope.
  public var isKnown: Bool { description != "0" }

  /// Returns whether there is no process with this ID: it has ended, and its parent has waited for it.
  public func hasEnded(_ process: Int32) -> Bool { process > 0 && kill(process, 0) != 0 && errno == ESRCH }

  /// Returns whether a process is stopped, as by SIGSTOP, and does nothing until it continues. `false` if there is no process with this ID or
  /// /proc is not mounted.
  public func isStopped(_ process: Int32) -> Bool {
    ProcessStatistics(of: process)?.isStopped ?? false
  }

  /// Returns whether another process traces this one, such as a debugger (ptrace(2)). `false` if there is no process with this ID or /proc is
  /// not mounted.
  public func isTraced(_ process: Int32) -> Bool {
    guard process > 0, let bytes = try? RegularFile.read("/proc/\(process)/status", upTo: 16_384) else { return false }
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "TracerPid:".utf8) }
    return line.map { String(decoding: $0.dropFirst(10), as: UTF8.self).trimmingPrefix { $0.isWhitespace } != "0" } ?? false
  }

  /// Returns whether a process is about to end: it got SIGKILL, which the kernel carries out some time later, and holds its locks until then.
  /// `false` if there is no process with this ID or /proc is not mounted.
  public func isEnding(_ process: Int32) -> Bool { ProcessStatistics(of: process)?.isEnding ?? false }
}
