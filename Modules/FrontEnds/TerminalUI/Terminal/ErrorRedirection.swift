import Glibc

/// Redirects standard error to a file, so that it does not garble the screen.
struct ErrorRedirection {
  private let saved: Int32

  /// Returns `nil` if the file cannot be opened; standard error is then unchanged.
  init?(to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard saved >= 0 else { return nil }
    dup2(file, STDERR_FILENO)
  }

  func end() {
    dup2(saved, STDERR_FILENO)
    close(saved)
  }
}
