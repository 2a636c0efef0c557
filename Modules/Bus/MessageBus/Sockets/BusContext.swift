import CZeroMQ

/// The libzmq context of this process, shared by all sockets so that `inproc` endpoints connect.
///
/// Created on first use, which must come after any fork (zmq_ctx_new(3)); never terminated, since the process ends first.
final class BusContext: @unchecked Sendable {
  // Contexts are thread-safe (zmq(7)), and the pointer never changes.
  /// `nil` if libzmq could not create a context for lack of memory or file descriptors; opening a socket then fails.
  let pointer: UnsafeMutableRawPointer?

  static let shared = BusContext()

  private init() {
    pointer = zmq_ctx_new()
    // The default of 1,023 sockets is too low for test suites and for front-ends with many subscriptions.
    if let pointer { zmq_ctx_set(pointer, ZMQ_MAX_SOCKETS, 16_384) }
  }
}

/// An error number of libzmq or the C library.
struct SocketError: Error, CustomStringConvertible {
  let number: Int32

  static var current: SocketError { SocketError(number: zmq_errno()) }

  var description: String { String(cString: zmq_strerror(number)) }
}
