import Glibc

/// The program that a process of this host runs, as the kernel knows it.
public struct RunningProgram: Sendable, Hashable {
  /// The absolute path of its executable.
  public let path: String

  /// `nil` where no such process runs, where it belongs to another user, or where /proc is not mounted.
  public init?(of process: Int) {
    guard process > 0, process <= Int(pid_t.max) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/exe", &bytes, bytes.count)
    guard count > 0 else { return nil }
    let target = String(decoding: bytes.prefix(count), as: UTF8.self)
    // The file was replaced or removed since: an update, most often.
    let gone = " (deleted)"
    path = target.hasSuffix(gone) ? String(target.dropLast(gone.count)) : target
  }

  public init(path: String) { self.path = path }

  /// `holocron-cache`
  public var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
}
