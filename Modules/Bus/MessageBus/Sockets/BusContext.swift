import CZeroMQ

/// The libzmq context of this process. One serves every socket, so that `inproc` endpoints meet.
///
/// Created on first use, which must come after any fork (zmq_ctx_new(3)); never terminated, since the process ends first.
final class BusContext: @unchecked Sendable {
  // Contexts are thread safe (zmq(7)), and the pointer never changes.
  /// `nil` when libzmq could not start, for want of memory or file descriptors; opening a socket then fails.
  let pointer: UnsafeMutableRawPointer?

  static let shared = BusContext()

  private init() {
    pointer = zmq_ctx_new()
    // The default of 1,023 sockets is less than a front-end with many subscriptions or a test suite may open.
    if let pointer { zmq_ctx_set(pointer, ZMQ_MAX_SOCKETS, 16_384) }
  }
}

/// What libzmq's or the C library's last call on this thread failed with.
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  static var current: SystemError { SystemError(number: zmq_errno()) }

  var description: String { String(cString: zmq_strerror(number)) }
}
