import Glibc

/// The program that a process on this machine is running, according to the kernel.
public struct RunningProgram: Sendable, Hashable {
  /// The absolute path of the executable.
  public let path: String

  /// The program of this process, with links resolved; `nil` if /proc is not mounted.
  public static var own: RunningProgram? { RunningProgram(link: "/proc/self/exe") }

  /// Looks up the program of a process; `nil` if the process does not exist or belongs to another user, or if /proc is not mounted.
  public init?(of process: Int) {
    guard process > 0, process <= Int(Int32.max) else { return nil }
    self.init(link: "/proc/\(process)/exe")
  }

  private init?(link: String) {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let target = String(decoding: bytes.prefix(count), as: UTF8.self)
    // The kernel adds the suffix if the file was replaced or removed after the start, usually by an update.
    let suffix = " (deleted)"
    path = target.hasSuffix(suffix) ? String(target.dropLast(suffix.count)) : target
  }

  public init(path: String) { self.path = path }

  /// Returns the words with which a process was started, at most 64 KiB of them; `nil` if the process does not exist or has ended, or if
  /// /proc is not mounted.
  public static func commandLine(of process: Int32) -> [String]? {
    guard process > 0, let file = try? Descriptor.open("/proc/\(process)/cmdline", for: .reading),
      let bytes = try? file.readAll(upTo: 1 << 16), !bytes.isEmpty
    else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The last component of the path.
  public var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }

  /// The folder of the executable, without a trailing slash. Programs that belong together are in the same folder.
  public var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
