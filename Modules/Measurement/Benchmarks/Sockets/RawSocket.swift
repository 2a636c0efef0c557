import CZeroMQ
import Platform

/// A plain libzmq socket, used as the client on all sides of a comparison.
final class RawSocket {
  let pointer: UnsafeMutableRawPointer

  /// The context of the process, stored as an address to be Sendable; contexts are thread safe (zmq(7)).
  private static let context = UInt(bitPattern: zmq_ctx_new())

  init(_ kind: Int32) throws(BenchmarkError) {
    guard let pointer = zmq_socket(UnsafeMutableRawPointer(bitPattern: Self.context), kind) else { throw .last("cannot open a socket") }
    self.pointer = pointer
    set(ZMQ_LINGER, 0)
  }

  /// A client of a broker or a proxy. ``receive(into:flags:)`` waits at most 10 s. libzmq limits neither queue.
  convenience init(connectedTo endpoint: String) throws(BenchmarkError) {
    try self.init(ZMQ_DEALER)
    set(ZMQ_RCVTIMEO, 10_000)
    set(ZMQ_SNDHWM, 0)
    set(ZMQ_RCVHWM, 0)
    try connect(endpoint)
  }

  /// Returns this many clients of one endpoint.
  static func connected(to endpoint: String, count: Int) throws(BenchmarkError) -> [RawSocket] {
    var sockets: [RawSocket] = []
    for _ in 0..<count { sockets.append(try RawSocket(connectedTo: endpoint)) }
    return sockets
  }

  deinit { zmq_close(pointer) }

  private func set(_ option: Int32, _ value: Int32) {
    var value = value
    zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size)
  }

  func bind(_ endpoint: String) throws(BenchmarkError) {
    guard zmq_bind(pointer, endpoint) == 0 else { throw .last("cannot bind \(endpoint)") }
  }

  func connect(_ endpoint: String) throws(BenchmarkError) {
    guard zmq_connect(pointer, endpoint) == 0 else { throw .last("cannot connect \(endpoint)") }
  }

  func send(_ frames: [[UInt8]]) {
    for (index, frame) in frames.enumerated() {
      zmq_send(pointer, frame, frame.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0)
    }
  }

  /// Receives and discards one message. Returns `false` for a reply of a service with a status other than 200; `nil` on timeout, or at once if
  /// `flags` contains `ZMQ_DONTWAIT` and no message is queued.
  func receive(into message: UnsafeMutablePointer<zmq_msg_t>, flags: Int32 = 0) -> Bool? {
    var index = 0
    var isOK = true
    while true {
      guard zmq_msg_recv(message, pointer, flags) >= 0 else {
        if zmq_errno() == EINTR { continue }
        return nil
      }
      // Header, command, service, request ID, status.
      if index == 4 { isOK = Self.isOK(message) }
      if zmq_msg_more(message) == 0 { return isOK }
      index += 1
    }
  }

  private static func isOK(_ message: UnsafeMutablePointer<zmq_msg_t>) -> Bool {
    guard zmq_msg_size(message) == 3, let digits = zmq_msg_data(message) else { return false }
    return digits.load(as: UInt8.self) == UInt8(ascii: "2") && digits.load(fromByteOffset: 1, as: UInt8.self) == UInt8(ascii: "0")
      && digits.load(fromByteOffset: 2, as: UInt8.self) == UInt8(ascii: "0")
  }

  /// Receives one message with all its frames; `nil` on timeout.
  func receiveFrames() -> [[UInt8]]? {
    withMessage { (message) -> [[UInt8]]? in
      var frames: [[UInt8]] = []
      while true {
        guard zmq_msg_recv(message, pointer, 0) >= 0 else {
          if zmq_errno() == EINTR { continue }
          return nil
        }
        frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))))
        if zmq_msg_more(message) == 0 { return frames }
      }
    }
  }

  /// Calls `body` with an empty message, and releases it afterwards.
  func withMessage<Value, Failure: Error>(
    _ body: (UnsafeMutablePointer<zmq_msg_t>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let message = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)
    zmq_msg_init(message)
    defer {
      zmq_msg_close(message)
      message.deallocate()
    }
    return try body(message)
  }
}

/// An error that makes a measurement impossible.
package struct BenchmarkError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }

  /// The last error of libzmq.
  static func last(_ context: String) -> BenchmarkError { BenchmarkError("\(context): \(String(cString: zmq_strerror(zmq_errno())))") }
}

/// The frames of a request over the bus, as `GRAMMAR.md` of MessageBus describes them.
struct BusRequest {
  let frames: [[UInt8]]

  /// - Parameter fields: lines `name: value`.
  init(_ service: String, _ head: String, fields: String = "") {
    let frames: [[UInt8]] = [Array("MDPC02".utf8), [0x01], Array(service.utf8), [1], Array(head.utf8)]
    self.frames = fields.isEmpty ? frames : frames + [Array(fields.utf8)]
  }

  /// A request to ``Role/worker`` with a body of this size.
  init(echoOf size: Int) {
    frames = [Array("MDPC02".utf8), [0x01], Array(Role.echoService.utf8), [UInt8](repeating: UInt8(ascii: "x"), count: size)]
  }
}
