import CStandardStreams
import Glibc

/// An open file, pipe or terminal, closed when this object is deinitialized. Programs that this process starts do not inherit it.
public final class Descriptor: Sendable {
  /// The number of the file descriptor; valid while this object exists.
  public let number: Int32

  /// Takes ownership of an open file descriptor.
  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// What a file is opened for. A missing file is created with mode 0600, except for reading. Opening does not wait for the other end of a
  /// named pipe, except for streaming: one cannot be opened for appending or replacing.
  public enum Purpose: Sendable {
    /// A named pipe does not block: without a writer, it is empty.
    case reading
    /// Reading, too, but waits for the writers of a named pipe.
    case streaming
    case appending
    /// Writing from the start; the file is emptied.
    case replacing
    case locking

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY | O_NONBLOCK
      case .streaming: O_RDONLY
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK
      case .locking: O_RDWR | O_CREAT
      }
    }
  }

  /// Opens a file; `followsLink` is whether `path` may be a symbolic link.
  public static func open(_ path: String, for purpose: Purpose, followsLink: Bool = true) throws(SystemError) -> Descriptor {
    while true {
      let number = Glibc.open(path, purpose.flags | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW), 0o600)
      if number >= 0 {
        let descriptor = Descriptor(owning: number)
        if [.appending, .replacing].contains(purpose) { try descriptor.prepareForWriting(path) }
        return descriptor
      }
      guard errno == EINTR else { throw .last("open", path) }
    }
  }

  /// Throws the error of open(2), such as EMFILE, unless this process can open `count` more descriptors, which are open for a moment.
  public static func checkFree(_ count: Int) throws(SystemError) {
    var descriptors: [Descriptor] = []
    for _ in 0..<count { descriptors.append(try open("/", for: .reading)) }
  }

  /// Makes writes wait again. Throws ``ErrorNumber/noSuchDevice``, as open(2) does for a pipe without a reader, unless this is a file or a terminal.
  private func prepareForWriting(_ path: String) throws(SystemError) {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last("fstat", path) }
    guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else { throw SystemError("open", path, number: .noSuchDevice) }
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags & ~O_NONBLOCK) == 0 else { throw .last("fcntl", path) }
  }

  /// Sets the size of a file (ftruncate(2)).
  public func truncate(to size: Int) throws(SystemError) {
    guard ftruncate(number, off_t(size)) == 0 else { throw .last("ftruncate") }
  }

  /// Reads up to `count` bytes, waiting for the first; empty at end of file.
  public func read(upTo count: Int) throws(SystemError) -> [UInt8] { try Self.read(upTo: count, from: number) }

  /// Reads from any descriptor. `waits` is whether to wait for bytes also if the descriptor is non-blocking.
  static func read(upTo count: Int, from number: Int32, waits: Bool = false) throws(SystemError) -> [UInt8] {
    while true {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        result = Glibc.read(number, buffer.baseAddress, buffer.count)
        filled = max(0, result)
      }
      if result >= 0 { return bytes }
      guard errno == EINTR || waits && errno == EAGAIN else { throw .last("read") }
      if errno == EAGAIN { _ = Polling.wait(for: [number], within: nil) }
    }
  }

  /// Reads until end of file or until more than `limit` bytes were read.
  public func readToEnd(upTo limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let chunk = try read(upTo: 65_536)
      if chunk.isEmpty { break }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
    return bytes
  }

  /// Writes all bytes and waits if a pipe or terminal is full. Returns the error, or `nil` on success.
  public func write(_ bytes: UnsafeRawBufferPointer) -> ErrorNumber? { Self.write(bytes, to: number) }

  /// Writes all bytes.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    if let failure = bytes.withUnsafeBytes({ write($0) }) { throw SystemError("write", number: failure) }
  }

  /// Moves to a position, in bytes from the start, from which the next bytes are read. Throws for a pipe.
  public func seek(to offset: Int) throws(SystemError) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last("lseek") }
  }

  /// The size of the file in bytes; `nil` if it cannot be inspected.
  public var size: Int? {
    var status = stat()
    return fstat(number, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns whether both lead to the same file.
  public func isSameFile(as other: Descriptor) -> Bool { FileIdentity(of: self) == FileIdentity(of: other) }

  /// Returns whether `path` leads to this file, through a symbolic link only if `followsLink`.
  public func isFile(at path: String, followsLink: Bool = false) -> Bool {
    FileIdentity(of: path, followsLink: followsLink).map { $0 == FileIdentity(of: self) } ?? false
  }

  /// Writes all bytes, usually in one call, so that lines from several threads do not mix. Returns the error.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> ErrorNumber? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        return .noSpace
      } else if errno == EAGAIN {
        // The descriptor is non-blocking: wait until it accepts more bytes.
        Polling.canWrite(to: descriptor, within: -1)
      } else if errno != EINTR {
        return .last
      }
    }
    return nil
  }
}

/// A pipe; see pipe(7). Each end is closed when it is no longer referenced.
public struct Pipe: Sendable {
  public let readEnd, writeEnd: Descriptor

  /// Throws if no file descriptors are left.
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe_closed_on_exec(&ends) == 0 else { throw .last("pipe2") }
    (readEnd, writeEnd) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }
}

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
    _ = Polling.wait(for: [readEnd.number], within: nil)
    drain()
  }

  /// Removes and returns up to 256 bytes written since the last call.
  @discardableResult public func drain() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = max(0, read(readEnd.number, buffer.baseAddress, buffer.count))
    }
  }
}
