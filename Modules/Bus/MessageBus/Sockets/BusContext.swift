import CZeroMQ
import Platform
import Synchronization

/// The libzmq context of this process. Created on first use, which must come after any fork (zmq_ctx_new(3)); never terminated.
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

/// The number of sockets that this process can have open. libzmq writes a table for all of them at first: 192 KiB for 16,384.
public enum SocketLimit {
  /// Enough for test suites and for front-ends with many subscriptions, unlike libzmq's default of 1,023.
  private static let sockets = Atomic<Int32>(16_384)

  static var number: Int32 { sockets.load(ordering: .relaxed) }

  /// Lowers the limit to libzmq's default of 1,023. Has no effect after the first socket.
  public static func lower() { sockets.store(1_023, ordering: .relaxed) }
}

/// libzmq, for those that do not import it.
package enum ZMQ {
  /// The version of the loaded library.
  package static var version: (major: Int, minor: Int, patch: Int) {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    zmq_version(&major, &minor, &patch)
    return (Int(major), Int(minor), Int(patch))
  }
}
