public import Glibc

/// The file in which a running process keeps its number, locked while it lives.
public struct ProcessFile: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The number of the process that holds the file; `nil` when nobody does, whatever the file says.
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

  /// Asks the holder to stop and waits until it has. `nil` when nobody holds the file; `false` when it still runs after `limit`.
  public func stop(within limit: Duration) async -> Bool? {
    guard let number = holder else { return nil }
    let end = ContinuousClock.now + limit
    kill(number, SIGTERM)
    // A process that is stopped (SIGSTOP) takes no other signal until it goes on.
    kill(number, SIGCONT)
    // It is no child of ours, so the kernel tells nobody here when it ends: look at its lock.
    while holder == number {
      guard ContinuousClock.now < end else { return false }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return true
  }
}
