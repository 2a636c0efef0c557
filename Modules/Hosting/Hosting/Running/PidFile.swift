import Glibc
public import ServiceLifecycle

/// Says which process runs something there may be only one of: its number in a file whose lock the process holds while it lives. The kernel drops the lock
/// with the process, however it ends, so a file left over never counts. Keep the object: the lock goes with it.
public final class PidFile: Sendable {
  public let path: String
  private let descriptor: Int32

  /// Takes the lock and writes this process's number. Throws ``HostError/Code/unavailable``, naming the holder, when it is taken.
  public init(_ path: String, of what: String) throws(HostError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw HostError(.unavailable, "\(path) cannot be written: \(systemMessage())") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.number(in: descriptor).map { " as process \($0)" } ?? ""
      close(descriptor)
      throw HostError(.unavailable, "\(what) runs already\(holder)")
    }
    self.path = path
    self.descriptor = descriptor
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
      throw HostError(.unavailable, "\(path) cannot be written: \(systemMessage())")
    }
  }

  /// The number of the process that holds the lock of `path`; `nil` when nobody does.
  public static func holder(of path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return number(in: descriptor)
  }

  private static func number(in descriptor: Int32) -> Int32? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Empties the file before the lock goes. It is not removed: another process may wait for the lock of this very file.
  deinit {
    _ = ftruncate(descriptor, 0)
    // A child that was forked and has not yet become another program holds the descriptor too; closing ours would not unlock then.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// As a service it does nothing but hold the lock: first in the list, it is the last to let go.
extension PidFile: Service {
  public func run() async throws { try await gracefulShutdown() }
}
