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
    // libzmq looks up the protocol "tcp" (ip.cpp). Without this, the C library first reads nsswitch.conf and loads its services.
    _ = holocron_read_protocols_from_files()
    pointer = zmq_ctx_new()
    if let pointer { zmq_ctx_set(pointer, ZMQ_MAX_SOCKETS, SocketLimit.number) }
  }
}

/// An error number of libzmq or the C library.
struct SocketError: Error, CustomStringConvertible {
  let number: Int32

  static var current: SocketError { SocketError(number: zmq_errno()) }

  var description: String { String(cString: zmq_strerror(number)) }
}
