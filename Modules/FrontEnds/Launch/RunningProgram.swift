import Glibc

/// The program that a process on this host is running, according to the kernel.
public struct RunningProgram: Sendable, Hashable {
  /// The absolute path of the executable.
  public let path: String

  /// Looks up the program of a process; `nil` if the process does not exist or belongs to another user, or if /proc is not mounted.
  public init?(of process: Int) {
    guard process > 0, process <= Int(pid_t.max) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/exe", &bytes, bytes.count)
    guard count > 0 else { return nil }
    let target = String(decoding: bytes.prefix(count), as: UTF8.self)
    // The kernel adds the suffix if the file was replaced or removed after the start, usually by an update.
    let suffix = " (deleted)"
    path = target.hasSuffix(suffix) ? String(target.dropLast(suffix.count)) : target
  }

  public init(path: String) { self.path = path }

  /// `holocron-cache`
  public var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
}
