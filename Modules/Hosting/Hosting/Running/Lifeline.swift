import Glibc

/// Detects the end of the parent process through standard input: the parent holds the other end of the pipe and writes nothing. The kernel closes
/// the pipe however the parent ends, SIGKILL included. PR_SET_PDEATHSIG would depend on the thread that started this process.
enum Lifeline {
  /// Returns a stream that yields one element at end of file on standard input. Input before that is discarded. Uses one sleeping thread:
  /// a dispatch source that is cancelled while its pipe is closed can crash libdispatch, because epoll may already have returned its event.
  ///
  /// Throws ``HostErrorCode/unavailable`` if no thread can be started.
  static func closed() throws(HostError) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = Unmanaged.passRetained(Watch(continuation))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Watch>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, watch.toOpaque())
    guard failure == 0 else {
      watch.release()
      throw HostError(.unavailable, "cannot watch standard input: \(String(cString: strerror(failure)))")
    }
    pthread_detach(thread)
    return stream
  }

  private final class Watch: Sendable {
    private let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

    func run() {
      // The main thread handles signals.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      while isOpen {}
      continuation.yield()
      continuation.finish()
    }

    /// Waits for input and discards it; `false` at end of file.
    private var isOpen: Bool {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, -1) > 0 else { return errno == EINTR }
      let count = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
    }
  }
}
