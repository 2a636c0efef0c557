import Glibc
import Synchronization

/// A signal (signal(7)).
public struct Signal: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let interrupt = Signal(rawValue: SIGINT)
  public static let quit = Signal(rawValue: SIGQUIT)
  public static let terminate = Signal(rawValue: SIGTERM)
  public static let hangUp = Signal(rawValue: SIGHUP)
  public static let kill = Signal(rawValue: SIGKILL)
  public static let stop = Signal(rawValue: SIGSTOP)
  public static let terminalStop = Signal(rawValue: SIGTSTP)
  public static let `continue` = Signal(rawValue: SIGCONT)
  public static let windowChange = Signal(rawValue: SIGWINCH)
  public static let user1 = Signal(rawValue: SIGUSR1)
  public static let brokenPipe = Signal(rawValue: SIGPIPE)
  public static let abort = Signal(rawValue: SIGABRT)
  public static let segmentationFault = Signal(rawValue: SIGSEGV)

  /// The name of a signal with which the kernel or the process itself ends a process after a fault, and of SIGKILL; `nil` for others.
  public var name: String? {
    [
      SIGSEGV: "SIGSEGV", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
    ][rawValue]
  }

  /// The exit code of a process that ended because of this signal, as shells report it.
  public var exitCode: Int32 { 128 + rawValue }

  /// Sends the signal to a process. Returns `false` if there is no such process or it belongs to another user.
  @discardableResult public func send(to process: Int32) -> Bool { Glibc.kill(process, rawValue) == 0 }

  /// Sends the signal to this thread.
  public func raise() { Glibc.raise(rawValue) }

  /// Discards the signal from now on.
  public func ignore() { signal(rawValue, SIG_IGN) }

  /// Runs `body` while this process discards the signals, such as those of the keys of a terminal that another program has meanwhile.
  public static func ignoring<Result>(_ signals: [Signal], _ body: () -> Result) -> Result {
    let handlers = signals.map { Glibc.signal($0.rawValue, SIG_IGN) }
    defer { for (ignored, handler) in zip(signals, handlers) { signal(ignored.rawValue, handler) } }
    return body()
  }

  /// Runs `body` while the signals wait on this thread: a handler sees what `body` has done.
  public static func deferring<Result, Failure: Error>(
    _ signals: [Signal], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var deferred = sigset_t()
    var previous = sigset_t()
    sigemptyset(&deferred)
    for signal in signals { sigaddset(&deferred, signal.rawValue) }
    pthread_sigmask(SIG_BLOCK, &deferred, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    return try body()
  }

  /// Whether this process discards the signal, as a program started by nohup(1) discards SIGHUP.
  public var isIgnored: Bool {
    var action = sigaction()
    guard sigaction(rawValue, nil, &action) == 0 else { return false }
    // The constants SIG_DFL, 0, and SIG_IGN, 1, are no functions, so they cannot be compared as such.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Restores the default action.
  public func restoreDefault() { signal(rawValue, SIG_DFL) }

  /// Calls `handler` with the number of the signal from now on. Interrupted calls are restarted. The handler may use only
  /// async-signal-safe functions (signal-safety(7)).
  public func handle(_ handler: @escaping @convention(c) (Int32) -> Void) { signal(rawValue, handler) }

  /// Calls `handler` when this process crashes, once and on a stack of its own, because the crash may be a stack overflow. The process then
  /// ends as it would have without a handler. The handler may use only async-signal-safe functions.
  public static func handleCrashes(_ handler: @escaping @convention(c) (Int32) -> Void) {
    let size = 64 * 1_024
    var stack = stack_t(ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    for number in [SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = handler
      // The default action is restored before the handler runs, and the signal is not blocked, so that the handler can raise it again.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER | SA_ONSTACK
      sigaction(number, &action, nil)
    }
  }
}

/// Forwards signals to a loop that polls descriptors: the handler writes the signal number to a pipe.
public struct SignalPipe: Sendable {
  /// The descriptor to which the handler writes; -1 before the first instance.
  private static let writeEnd = Atomic<Int32>(-1)

  private let pipe: WakePipe
  /// Readable when a signal has arrived.
  public var descriptor: Int32 { pipe.descriptor }

  /// Starts catching `signals`. Create one instance per process: its pipe stays open until the process ends. Throws if no file descriptors are
  /// left.
  public init(_ signals: [Signal]) throws(SystemError) {
    pipe = try WakePipe()
    // Never released: a handler on another thread may have read the number, which another file could get after the pipe was closed.
    _ = Unmanaged.passRetained(pipe)
    // This also initializes the static property, which a handler must not do.
    Self.writeEnd.store(pipe.writeNumber, ordering: .releasing)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for signal in signals {
      Self.catchSignal(signal)
      sigaddset(&unblocked, signal.rawValue)
    }
    // The signal mask is inherited, so the parent may have blocked these signals.
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  /// Catches a signal again after its default action was restored.
  public static func catchSignal(_ signal: Signal) {
    signal.handle { number in
      // The interrupted code may be about to read errno.
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      write(SignalPipe.writeEnd.load(ordering: .acquiring), &byte, 1)
      errno = saved
    }
  }

  /// Removes and returns the signals that arrived since the last call.
  public func drain() -> [Signal] { pipe.drain().map { Signal(rawValue: Int32($0)) } }
}
