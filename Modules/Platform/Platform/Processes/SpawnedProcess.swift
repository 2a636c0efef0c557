import Glibc

/// A child process started by ``Spawn``. Wait for it with one of the methods, or it stays a zombie when it ends (waitpid(2)).
public struct SpawnedProcess: Sendable, Hashable {
  /// The process ID, which the kernel does not reuse until the process has been waited for.
  public let id: Int32

  /// Blocks until the process has ended. Returns `.exited(0)` if the ending is unknown, because it has been waited for elsewhere.
  @discardableResult public func wait() -> ProcessEnding {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ProcessEnding(status: status)
  }

  /// Returns how the process ended, or `nil` while it is running. After an ending was returned, ``id`` is invalid.
  public func endingIfAny() -> ProcessEnding? {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) == id ? ProcessEnding(status: status) : nil
  }

  /// Waits for the process in the background, so that no zombie stays behind. Discards the ending. Costs one sleeping thread.
  public func reapInBackground() {
    // Without a thread, the zombie stays until this process ends.
    try? BackgroundThread.start { wait() }
  }
}
