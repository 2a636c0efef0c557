import CZeroMQ
import Synchronization

/// Counter of the bytes in large messages that libzmq has queued for one peer: it limits its queues in messages, not in bytes. For a frame
/// sent without copying, it reports when it releases the memory; one such frame counts for its whole message.
final class BytesInFlight: Sendable {
  /// Minimum size of a counted message, in bytes. A full queue of 512 smaller messages (``BrokerSockets``) takes at most 2 MiB, or up to 9 MiB
  /// if each arrived alone and keeps its receive buffer (``Multipart/leaveReceiveBuffer()``).
  static let largeMessageSize = 4_096

  private let bytes = Atomic<Int>(0)
  /// Counter for all peers together, which is updated as well.
  private let total: BytesInFlight?

  init(countedIn total: BytesInFlight? = nil) { self.total = total }

  var count: Int { bytes.load(ordering: .relaxed) }

  fileprivate func add(_ change: Int) {
    bytes.add(change, ordering: .relaxed)
    total?.add(change)
  }
}

extension Socket {
  /// Sends a frame of `message` without copying; counts `size` bytes in `inFlight` until libzmq releases the frame.
  func send(countedFrame index: Int, of message: Multipart, size: Int, _ inFlight: BytesInFlight, more: Bool) -> SendResult {
    withUnsafeTemporaryAllocation(of: zmq_msg_t.self, capacity: 1) { buffer in
      // A temporary allocation of capacity 1 always has a base address.
      guard let frame = buffer.baseAddress else { return .failed }
      let content = message[index]
      let retained = Unmanaged.passRetained(RetainedMessage(message, size, inFlight))
      // libzmq only reads the content. It calls the closure on one of its threads, or on this thread if nothing was sent.
      let failure = zmq_msg_init_data(
        frame, UnsafeMutableRawPointer(mutating: content.baseAddress), content.count,
        { _, hint in hint.map { Unmanaged<RetainedMessage>.fromOpaque($0).release() } }, retained.toOpaque())
      guard failure == 0 else {
        retained.release()
        return .failed
      }
      defer { zmq_msg_close(frame) }
      return send(frame, more: more)
    }
  }
}

/// Keeps a message alive while libzmq reads one of its frames. May be released on a libzmq thread: received messages do not change, and
/// the reference count of frames is atomic (zmq_msg_copy(3)).
private final class RetainedMessage {
  private let message: Multipart
  private let size: Int
  private let inFlight: BytesInFlight

  init(_ message: Multipart, _ size: Int, _ inFlight: BytesInFlight) {
    (self.message, self.size, self.inFlight) = (message, size, inFlight)
    inFlight.add(size)
  }

  deinit { inFlight.add(-size) }
}
