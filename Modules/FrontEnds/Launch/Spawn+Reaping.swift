public import Glibc

extension Spawn {
  /// Reaps `process` in the background when it exits, so that no zombie stays behind (waitpid(2)). Discards the exit status. Costs one
  /// sleeping thread.
  public static func reapInBackground(_ process: pid_t) {
    var thread = pthread_t()
    let waiting = pthread_create(
      &thread, nil,
      { process in
        while waitpid(pid_t(Int(bitPattern: process)), nil, 0) < 0, errno == EINTR {}
        return nil
      }, UnsafeMutableRawPointer(bitPattern: Int(process)))
    if waiting == 0 { pthread_detach(thread) }
  }
}
