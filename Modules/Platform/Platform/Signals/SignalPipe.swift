import Glibc
import Synchronization

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
