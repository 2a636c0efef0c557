import Glibc

/// An exclusive lock on a file (flock(2)). The kernel releases it when the process ends, however it ends; so the file may stay.
public final class FileLock: Sendable {
  let descriptor: Descriptor

  private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  deinit {
    // Unlock explicitly: a forked child that has not called exec yet still holds the descriptor, so closing ours would not release the lock.
    flock(descriptor.number, LOCK_UN)
  }

  /// Locks `path`, creating the file with mode 0600 if it is missing, without waiting. Returns `nil` if another process holds the lock.
  public static func tryAcquire(_ path: String) throws(SystemError) -> FileLock? {
    let descriptor = try Descriptor.open(path, for: .locking, followsLink: false)
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw .last("flock", path) }
    }
    return FileLock(descriptor)
  }

  /// Locks `path`, creating the file with mode 0600 if it is missing. Blocks while another process holds the lock.
  public static func acquire(_ path: String) throws(SystemError) -> FileLock {
    let descriptor = try Descriptor.open(path, for: .locking, followsLink: false)
    while flock(descriptor.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last("flock", path) }
    }
    return FileLock(descriptor)
  }

  /// Whether a process holds the lock on this file.
  static func isHeld(_ descriptor: Descriptor) -> Bool {
    guard flock(descriptor.number, LOCK_SH | LOCK_NB) != 0 else {
      flock(descriptor.number, LOCK_UN)
      return false
    }
    return errno == EWOULDBLOCK
  }
}
