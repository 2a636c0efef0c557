import Glibc

/// A lock that the kernel drops with the process that holds it, however that ends (flock(2)).
final class FileLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  enum Outcome {
    case taken(FileLock)
    case held
    /// The file cannot be opened; the text says why.
    case impossible(String)
  }

  /// Does not wait.
  static func take(_ path: String) -> Outcome {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return .impossible("\(path): \(String(cString: strerror(errno)))") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return .taken(FileLock(descriptor: descriptor)) }
    close(descriptor)
    return .held
  }

  deinit { close(descriptor) }
}
