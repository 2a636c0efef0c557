import Glibc

/// Threads for blocking calls, which must not run on the threads of the concurrency runtime.
public enum BackgroundThread {
  /// Runs `body` on a new thread. All signals but those of faults are blocked there: they would only interrupt calls.
  public static func start(_ body: sending @escaping () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        var all = sigset_t()
        sigfillset(&all)
        // A fault must reach its handler: if its signal is blocked, the kernel ends the process at once.
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&all, fault) }
        pthread_sigmask(SIG_BLOCK, &all, nil)
        body.run()
        return nil
      }, box.toOpaque())
    guard failure == 0 else {
      box.release()
      throw SystemError("pthread_create", number: ErrorNumber(rawValue: failure))
    }
    pthread_detach(thread)
  }

  private final class Body {
    private var body: (() -> Void)?

    init(_ body: @escaping () -> Void) { self.body = body }

    /// Runs the closure and releases it.
    func run() {
      body?()
      body = nil
    }
  }
}
