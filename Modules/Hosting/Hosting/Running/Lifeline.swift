import Platform

/// Detects the end of the parent process through standard input: the parent holds the other end of the pipe and writes nothing. The kernel closes
/// the pipe however the parent ends, SIGKILL included. PR_SET_PDEATHSIG would depend on the thread that started this process.
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
