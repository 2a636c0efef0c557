import Glibc

/// Standard input as a lifeline: the process that started this one holds the other end and writes nothing. The kernel closes it however that process ends,
/// SIGKILL included, and unlike PR_SET_PDEATHSIG it does not depend on which thread did the starting.
enum Lifeline {
  /// Gives one element when standard input is at its end. What is read before is thrown away. Costs a thread that sleeps: a dispatch source
  /// that is cancelled while its pipe hangs up crashes libdispatch now and then (a cancelled watch is still in the events that epoll returned).
  ///
  /// Throws ``HostError/Code/unavailable`` when no thread can be started.
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
      throw HostError(.unavailable, "standard input cannot be watched: \(String(cString: strerror(failure)))")
    }
    pthread_detach(thread)
    return stream
  }

  private final class Watch: Sendable {
    private let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

    func run() {
      // Signals are for the main thread.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      while isOpen {}
      continuation.yield()
      continuation.finish()
    }

    /// Waits for something to read, or for the end, and reads it.
    private var isOpen: Bool {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, -1) > 0 else { return errno == EINTR }
      let count = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
    }
  }
}
