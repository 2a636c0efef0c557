public import Glibc

/// The PID file of a running process, locked while the process lives.
public struct ProcessFile: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The ID of the process that holds the lock; `nil` if the file is not locked, whatever it contains.
  public var holder: pid_t? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(descriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
    guard let number = pid_t(text), number > 1 else { return nil }
    return flock(descriptor, LOCK_SH | LOCK_NB) == 0 ? nil : number
  }

  /// Stops the holder and waits for it to end. Returns `nil` if there is no holder, `false` if it is still running after `limit`.
  public func stop(within limit: Duration) async -> Bool? {
    guard let number = holder else { return nil }
    let end = ContinuousClock.now + limit
    kill(number, SIGTERM)
    // A stopped process (SIGSTOP) handles no other signal until it continues.
    kill(number, SIGCONT)
    // The process is not a child, so waitpid(2) does not work. Poll its lock instead.
    while holder == number {
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return true
  }
}
