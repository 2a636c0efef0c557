import Glibc

/// An exclusive lock on a file (flock(2)). The kernel releases it when the process ends, however it ends; so the file may stay.
public final class FileLock: Sendable {
  let descriptor: Descriptor

  private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  deinit {
    // Unlock explicitly: a forked child that has not called exec yet still holds the descriptor, so closing ours would not release the lock.
    flock(descriptor.number, LOCK_UN)
  }

  /// Locks `path`, creating the file with mode 0600 if it is missing. Returns `nil` if another process holds the lock. Does not wait for a
  /// holder, but for up to a second for a process that is checking whether the file is locked.
  public static func tryAcquire(_ path: String) throws(SystemError) -> FileLock? {
    let descriptor = try Descriptor.open(path, for: .locking, followsLink: false)
    for _ in 0..<maximumAttempts {
      if try lock(descriptor, LOCK_EX, path) { return FileLock(descriptor) }
      // A holder excludes a shared lock. A check takes one itself, for microseconds, and does not.
      guard try lock(descriptor, LOCK_SH, path) else { return nil }
      flock(descriptor.number, LOCK_UN)
      poll(nil, 0, 1)
    }
    return nil
  }

  /// The number of attempts, one per millisecond, while other processes check the lock. One that keeps a shared lock for longer was stopped
  /// during its check, or holds the file for a purpose of its own.
  private static let maximumAttempts = 1_000

  /// Takes a lock of this kind without waiting. Returns `false` if the lock of another process excludes it.
  private static func lock(_ descriptor: Descriptor, _ kind: Int32, _ path: String) throws(SystemError) -> Bool {
    while flock(descriptor.number, kind | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .last("flock", path) }
    }
    return true
  }

  /// Locks `path`, creating the file with mode 0600 if it is missing. Blocks while another process holds the lock, for up to `limit`; then
  /// returns `nil`.
  public static func acquire(_ path: String, within limit: Duration) throws(SystemError) -> FileLock? {
    let descriptor = try Descriptor.open(path, for: .locking, followsLink: false)
    let end = ContinuousClock.now + limit
    // A wait in the kernel would have no limit: flock(2) has no timeout.
    while try !lock(descriptor, LOCK_EX, path) {
      guard ContinuousClock.now < end else { return nil }
      poll(nil, 0, 1)
    }
    return FileLock(descriptor)
  }

  /// Shares the lock on an open file with other processes that do, until the file is closed.
  public static func share(_ descriptor: Descriptor) { flock(descriptor.number, LOCK_SH | LOCK_NB) }

  /// Whether no other process shares the lock on a file that was passed to ``share(_:)``. Excludes other processes from then on if so.
  public static func isSole(_ descriptor: Descriptor) -> Bool { flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 }

  /// Runs `body` unless a process holds the lock on this file; none can take it meanwhile. Takes a shared lock, as ``isHeld(_:)`` does.
  static func whileFree(_ descriptor: Descriptor, _ body: () -> Void) {
    guard flock(descriptor.number, LOCK_SH | LOCK_NB) == 0 else { return }
    body()
    flock(descriptor.number, LOCK_UN)
  }

  /// Whether a process holds the lock on this file. Takes a shared lock for a moment, which ``tryAcquire(_:)`` does not mistake for a
  /// holder's. F_OFD_GETLK (fcntl(2)) would take no lock, but does not see locks of flock(2), which flock(1) and earlier versions use.
  static func isHeld(_ descriptor: Descriptor) -> Bool {
    guard flock(descriptor.number, LOCK_SH | LOCK_NB) != 0 else {
      flock(descriptor.number, LOCK_UN)
      return false
    }
    return errno == EWOULDBLOCK
  }
}
