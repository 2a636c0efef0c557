import Glibc

/// A pipe between threads: one thread waits for bytes, others wake it.
public final class WakePipe: Sendable {
  private let readEnd, writeEnd: Descriptor

  /// Throws if no file descriptors are left.
  public init() throws(SystemError) {
    let pipe = try Pipe()
    (readEnd, writeEnd) = (pipe.readEnd, pipe.writeEnd)
    // A full pipe must not block the thread that wakes; it wakes the other thread as well.
    for end in [readEnd, writeEnd] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
  }

  /// Readable after ``wake(_:)`` until ``drain()``.
  public var descriptor: Int32 { readEnd.number }
  var writeNumber: Int32 { writeEnd.number }

  /// Makes the pipe readable. Never blocks.
  public func wake() {
    var byte: UInt8 = 1
    write(writeEnd.number, &byte, 1)
  }

  /// Blocks until the pipe is readable or a signal arrives, then empties it.
  public func wait() {
    var ready = pollfd(fd: readEnd.number, events: Int16(POLLIN), revents: 0)
    poll(&ready, 1, -1)
    _ = drain()
  }

  /// Removes and returns up to 256 bytes written since the last call.
  @discardableResult public func drain() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = max(0, read(readEnd.number, buffer.baseAddress, buffer.count))
    }
  }
}
