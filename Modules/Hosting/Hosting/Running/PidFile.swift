import Glibc
public import ServiceLifecycle

/// A PID file that ensures a single instance: it holds the process ID, and the process holds a lock on the file. The kernel releases the lock
/// when the process ends, so a file left behind has no effect. The lock is released when this object is deinitialized.
public final class PidFile: Sendable {
  public let path: String
  private let descriptor: Int32

  /// Takes the lock and writes this process's ID. `program` names the program in errors, such as `a node`. Throws
  /// ``HostErrorCode/unavailable``, naming the other process, if the lock is held.
  public init(_ path: String, of program: String) throws(HostError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw HostError(.unavailable, "cannot write \(path): \(systemMessage())") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.processID(in: descriptor).map { " (process \($0))" } ?? ""
      close(descriptor)
      throw HostError(.unavailable, "\(program) is already running\(holder)")
    }
    self.path = path
    self.descriptor = descriptor
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
      throw HostError(.unavailable, "cannot write \(path): \(systemMessage())")
    }
  }

  /// Returns the ID of the process that holds the lock on `path`; `nil` if the lock is free.
  public static func holder(of path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return processID(in: descriptor)
  }

  private static func processID(in descriptor: Int32) -> Int32? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Empties the file, then releases the lock. The file is not removed: another process may be waiting for its lock.
  deinit {
    _ = ftruncate(descriptor, 0)
    // A forked child that has not called exec yet shares the descriptor, so closing ours might not release the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// As a service, the file only holds the lock. First in the list of services, it releases the lock last.
extension PidFile: Service {
  public func run() async throws { try await gracefulShutdown() }
}
