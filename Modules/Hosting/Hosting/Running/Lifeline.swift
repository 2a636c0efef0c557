import Platform

/// Detects the end of the parent process through standard input: the parent holds the other end of the pipe and writes nothing. The kernel
/// closes the pipe however the parent ends, SIGKILL included. PR_SET_PDEATHSIG would send its signal when the thread that started this
/// process ends, even if the parent runs on.
///
/// A process that is stopped (SIGSTOP) sees the end only when it continues. The kernel continues the children of a supervisor that was
/// killed, because their process groups are then orphaned (setpgid(2)): unless pid 1 belongs to the same session, as in some containers.
enum Lifeline {
  /// Returns a stream that yields one element at end of file on standard input. Input before that is discarded. Uses one sleeping thread:
  /// a dispatch source that is cancelled while its pipe is closed can crash libdispatch, because epoll may already have returned its event.
  ///
  /// Throws ``HostErrorCode/unavailable`` if no thread can be started.
  static func closed() throws(HostError) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    do {
      try BackgroundThread.start {
        while let input = try? StandardStream.input.read(upTo: 256), !input.isEmpty {}
        continuation.yield()
        continuation.finish()
      }
    } catch { throw HostError(.unavailable, "cannot watch standard input: \(error.reason)", cause: error) }
    return stream
  }
}
