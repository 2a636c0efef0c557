import Glibc
import Synchronization

/// A log file of bounded size: at ``limit`` bytes it is renamed to `PATH.1`, replacing the previous one.
public final class LogFile: Sendable {
  public let path: String
  /// The maximum size of each of the two files in bytes.
  public let limit: Int
  /// Standard streams redirected to the file.
  private let redirectedStreams: [Int32]
  private let descriptor: Mutex<Int32>

  /// Opens the file for appending. If it cannot be opened, log lines are dropped.
  public init(_ path: String, limit: Int) {
    self.path = path
    self.limit = limit
    redirectedStreams = []
    descriptor = Mutex(Self.open(path))
  }

  /// Opens the log of this process, two files of at most 1 MiB, and redirects standard error to it, so that the log includes crash messages.
  /// Standard output follows if it already pointed to the same file.
  /// Throws ``HostErrorCode/unavailable`` if the file cannot be opened.
  init(replacingStandardErrorWith path: String) throws(HostError) {
    self.path = path
    limit = 1 << 20
    let file = Self.open(path)
    guard file >= 0 else { throw HostError(.unavailable, "cannot write the log \(path): \(systemMessage())") }
    redirectedStreams = (Self.isSame(STDOUT_FILENO, file) ? [STDOUT_FILENO] : []) + [STDERR_FILENO]
    descriptor = Mutex(file)
    for stream in redirectedStreams { dup2(file, stream) }
  }

  deinit { descriptor.withLock { _ = close($0) } }

  /// Appends complete lines, including their line feeds. Write errors are ignored.
  public func append(_ bytes: [UInt8]) {
    descriptor.withLock { descriptor in
      var status = stat()
      // Other processes may write to the same file, so check the size each time.
      if fstat(descriptor, &status) == 0, status.st_size > 0, Int(status.st_size) + bytes.count > limit { rotate(&descriptor) }
      StandardStream.write(bytes, to: descriptor)
    }
  }

  private func rotate(_ descriptor: inout Int32) {
    rename(path, path + ".1")
    let next = Self.open(path)
    guard next >= 0 else { return }
    close(descriptor)
    descriptor = next
    for stream in redirectedStreams { dup2(next, stream) }
  }

  private static func open(_ path: String) -> Int32 { Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }

  private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    return fstat(first, &one) == 0 && fstat(second, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}
