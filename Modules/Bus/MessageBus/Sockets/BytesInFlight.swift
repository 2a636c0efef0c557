import CZeroMQ
import Synchronization

/// Bytes of large frames that libzmq has taken for one peer and has not yet written to its connection.
///
/// libzmq bounds its queues in messages, not in bytes. It says when it has done with memory that it was lent (zmq_msg_init_data(3)), and so what it
/// holds can be known.
final class BytesInFlight: Sendable {
  /// Smaller frames are not counted: a queue of 1,000 of them takes no more than 4 MiB.
  static let largeFrame = 4_096

  private let bytes = Atomic<Int>(0)
  /// Where the bytes of all peers are summed up.
  private let total: BytesInFlight?

  init(countedIn total: BytesInFlight? = nil) { self.total = total }

  var count: Int { bytes.load(ordering: .relaxed) }

  fileprivate func add(_ change: Int) {
    bytes.add(change, ordering: .relaxed)
    total?.add(change)
  }
}

extension Socket {
  /// Sends a frame of `message` without copying it; it counts towards `flight` until libzmq has done with it.
  func send(largeFrame index: Int, of message: Multipart, _ flight: BytesInFlight, more: Bool) -> Sent {
    withUnsafeTemporaryAllocation(of: zmq_msg_t.self, capacity: 1) { buffer in
      // A temporary allocation of capacity 1 always has a base address.
      guard let frame = buffer.baseAddress else { return .failed }
      let content = message[index]
      let loan = Unmanaged.passRetained(Loan(message, content.count, flight))
      // libzmq only reads the content; called from one of its threads, or from this one when nothing was sent.
      let failure = zmq_msg_init_data(
        frame, UnsafeMutableRawPointer(mutating: content.baseAddress), content.count,
        { _, hint in hint.map { Unmanaged<Loan>.fromOpaque($0).release() } }, loan.toOpaque())
      guard failure == 0 else {
        loan.release()
        return .failed
      }
      defer { zmq_msg_close(frame) }
      return send(frame, more: more)
    }
  }
}

/// Keeps a message while libzmq reads one of its frames.
///
/// The last reference may go on a thread of libzmq: nobody changes a message once it has been received, and closing frames is safe on any thread, since their
/// contents are counted atomically (zmq_msg_copy(3)).
private final class Loan {
  private let message: Multipart
  private let size: Int
  private let flight: BytesInFlight

  init(_ message: Multipart, _ size: Int, _ flight: BytesInFlight) {
    self.message = message
    self.size = size
    self.flight = flight
    flight.add(size)
  }

  deinit { flight.add(-size) }
}
