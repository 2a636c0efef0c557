import CZeroMQ

/// A plain libzmq socket, used as the client on both sides of a comparison.
final class RawSocket {
  let pointer: UnsafeMutableRawPointer

  /// The context of the process, stored as an address to be Sendable; contexts are thread safe (zmq(7)).
  private static let context = UInt(bitPattern: zmq_ctx_new())

  init(_ kind: Int32) throws(BenchmarkError) {
    guard let pointer = zmq_socket(UnsafeMutableRawPointer(bitPattern: Self.context), kind) else {
      throw BenchmarkError("cannot open a socket: \(String(cString: zmq_strerror(zmq_errno())))")
    }
    self.pointer = pointer
    var value: Int32 = 0
    zmq_setsockopt(pointer, ZMQ_LINGER, &value, MemoryLayout<Int32>.size)
  }

  deinit { zmq_close(pointer) }

  func bind(_ endpoint: String) throws(BenchmarkError) {
    guard zmq_bind(pointer, endpoint) == 0 else {
      throw BenchmarkError("cannot bind \(endpoint): \(String(cString: zmq_strerror(zmq_errno())))")
    }
  }

  func connect(_ endpoint: String) throws(BenchmarkError) {
    guard zmq_connect(pointer, endpoint) == 0 else {
      throw BenchmarkError("cannot connect \(endpoint): \(String(cString: zmq_strerror(zmq_errno())))")
    }
  }

  func send(_ frames: [[UInt8]]) {
    for (index, frame) in frames.enumerated() {
      zmq_send(pointer, frame, frame.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0)
    }
  }

  /// Receives and discards one message. Returns the size of its last frame, or `nil` on timeout.
  func receive(into message: UnsafeMutablePointer<zmq_msg_t>) -> Int? {
    while true {
      guard zmq_msg_recv(message, pointer, 0) >= 0 else {
        if zmq_errno() == EINTR { continue }
        return nil
      }
      if zmq_msg_more(message) == 0 { return zmq_msg_size(message) }
    }
  }

  func setReceiveTimeout(milliseconds: Int32) {
    var value = milliseconds
    zmq_setsockopt(pointer, ZMQ_RCVTIMEO, &value, MemoryLayout<Int32>.size)
  }
}

/// An error that makes a measurement impossible.
public struct BenchmarkError: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
