import Glibc
public import MessageBus

/// Forwards signals to a loop that polls descriptors: the handler writes the signal number to a pipe.
public struct SignalPipe: Sendable {
  // Written once, before any handler is installed, and only read afterwards.
  private nonisolated(unsafe) static var writeEnd: Int32 = -1

  private let pipe: WakePipe
  /// Readable when a signal has arrived.
  var descriptor: Int32 { pipe.readEnd }

  /// Starts catching the signals `numbers`. Create one instance per process. Throws if no file descriptors are left.
  public init(_ numbers: [Int32]) throws(Problem) {
    pipe = try WakePipe()
    Self.writeEnd = pipe.writeEnd
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in numbers {
      Self.catchSignal(number)
      sigaddset(&unblocked, number)
    }
    // The signal mask is inherited, so the parent may have blocked these signals.
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  static func catchSignal(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // The interrupted code may be about to read errno.
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      write(SignalPipe.writeEnd, &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  /// Removes and returns the signals that arrived since the last call.
  func drain() -> [Int32] {
    pipe.drain().map { Int32($0) }
  }
}
