public import Glibc

extension Spawn {
  /// Leaves a started process to itself. When it ends before this one, nothing of it stays behind (waitpid(2)); its exit status is nobody's.
  /// Costs a thread that sleeps.
  public static func disown(_ process: pid_t) {
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
