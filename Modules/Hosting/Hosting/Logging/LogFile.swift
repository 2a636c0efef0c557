import Glibc
import Synchronization

/// A log of bounded size: the file that has reached ``limit`` becomes `PATH.1`, and the one before goes.
public final class LogFile: Sendable {
  public let path: String
  /// Bytes of one of the two files.
  public let limit: Int
  /// Standard streams that go where the file is.
  private let followers: [Int32]
  private let descriptor: Mutex<Int32>

  /// Appends to what is there. A file that cannot be opened loses the log, not what is logged about.
  public init(_ path: String, limit: Int) {
    self.path = path
    self.limit = limit
    followers = []
    descriptor = Mutex(Self.open(path))
  }

  /// The log of this process: whatever is written to standard error goes there, too, a crash's last words included, and so does standard output where
  /// it went there before. 1 MiB, twice.
  /// Throws ``HostError/Code/unavailable`` when the file cannot be opened.
  init(standingInFor path: String) throws(HostError) {
    self.path = path
    limit = 1 << 20
    let file = Self.open(path)
    guard file >= 0 else { throw HostError(.unavailable, "the log \(path) cannot be written: \(systemMessage())") }
    followers = (Self.isSame(STDOUT_FILENO, file) ? [STDOUT_FILENO] : []) + [STDERR_FILENO]
    descriptor = Mutex(file)
    for stream in followers { dup2(file, stream) }
  }

  deinit { descriptor.withLock { _ = close($0) } }

  /// Appends whole lines, line feeds included. A log that cannot be written has nobody to tell, and is lost.
  public func append(_ bytes: [UInt8]) {
    descriptor.withLock { descriptor in
      var status = stat()
      // Its size is asked for each time: others may write to the same file.
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
    for stream in followers { dup2(next, stream) }
  }

  private static func open(_ path: String) -> Int32 { Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }

  private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    return fstat(first, &one) == 0 && fstat(second, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}
