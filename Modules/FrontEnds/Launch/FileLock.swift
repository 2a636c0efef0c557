import Glibc

/// A file lock that the kernel releases when the owning process ends, however it ends (flock(2)).
final class FileLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  enum Outcome {
    case acquired(FileLock)
    /// Another process holds the lock.
    case held
    /// The file cannot be opened; the text is the reason.
    case failed(String)
  }

  /// Tries to acquire the lock without waiting.
  static func tryAcquire(_ path: String) -> Outcome {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return .failed("\(path): \(String(cString: strerror(errno)))") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return .acquired(FileLock(descriptor: descriptor)) }
    close(descriptor)
    return .held
  }

  deinit { close(descriptor) }
}
