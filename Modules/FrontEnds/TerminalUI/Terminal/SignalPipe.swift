import Glibc
public import MessageBus

/// Brings signals into a loop that polls descriptors: a handler writes their number into a pipe.
public struct SignalPipe: Sendable {
  // Written once, before any handler is installed, and only read after that.
  private nonisolated(unsafe) static var writing: Int32 = -1

  private let pipe: WakePipe
  /// Readable when a signal has come.
  var reading: Int32 { pipe.reading }

  /// Catches `numbers` from now on. For one instance a process. Throws when there are no descriptors left.
  public init(_ numbers: [Int32]) throws(Problem) {
    pipe = try WakePipe()
    Self.writing = pipe.writing
    var held = sigset_t()
    sigemptyset(&held)
    for number in numbers {
      Self.catchSignal(number)
      sigaddset(&held, number)
    }
    // Whoever started the process may have held them back, and a mask is inherited.
    pthread_sigmask(SIG_UNBLOCK, &held, nil)
  }

  static func catchSignal(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // The code that was interrupted may be about to look at errno.
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      write(SignalPipe.writing, &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  /// The signals that came since it was last asked.
  func take() -> [Int32] {
    pipe.take().map { Int32($0) }
  }
}
