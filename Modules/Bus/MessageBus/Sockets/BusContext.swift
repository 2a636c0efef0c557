import CZeroMQ
import Platform

/// The libzmq context of this process, shared by all sockets so that `inproc` endpoints connect.
///
/// Created on first use, which must come after any fork (zmq_ctx_new(3)); never terminated, since the process ends first.
final class BusContext: @unchecked Sendable {
  // Contexts are thread-safe (zmq(7)), and the pointer never changes.
  /// The context, or why there is none. Opening a socket then fails.
  let pointer: Result<UnsafeMutableRawPointer, SocketError>

  static let shared = BusContext()

  /// The file descriptors that libzmq needs for the context and the first socket: one for each, two for each of its two threads, and some to spare.
  /// If there are too few, it calls abort(3) while it starts its threads (epoll.cpp).
  private static let neededDescriptors = 8

  private init() {
    // libzmq looks up the protocol "tcp" (ip.cpp). Without this, the C library first reads nsswitch.conf and loads its services.
    _ = holocron_read_protocols_from_files()
    do throws(SystemError) {
      try Descriptor.checkFree(Self.neededDescriptors)
    } catch {
      pointer = .failure(SocketError(number: error.number.rawValue))
      return
    }
    // libzmq numbers the peers of a socket from rand(3), which it does not seed: a peer that guesses the identity of a later one, and takes it for
    // its own, makes libzmq end the process (socket_base.cpp).
    holocron_seed_rand(.random(in: .min ... .max))
    guard let context = zmq_ctx_new() else {
      pointer = .failure(.current)
      return
    }
    zmq_ctx_set(context, ZMQ_MAX_SOCKETS, SocketLimit.number)
    pointer = .success(context)
  }
}

/// An error number of libzmq or the C library.
struct SocketError: Error, CustomStringConvertible {
  let number: Int32

  static var current: SocketError { SocketError(number: zmq_errno()) }

  var description: String { String(cString: zmq_strerror(number)) }
}
