import CZeroMQ
import Platform

/// A plain libzmq socket, used as the client on all sides of a comparison.
final class RawSocket {
  let pointer: UnsafeMutableRawPointer

  /// The context of the process, stored as an address to be Sendable; contexts are thread safe (zmq(7)).
  private static let context = UInt(bitPattern: zmq_ctx_new())

  init(_ kind: Int32) throws {
    guard let pointer = zmq_socket(UnsafeMutableRawPointer(bitPattern: Self.context), kind) else {
      throw Self.error("cannot open a socket")
    }
    self.pointer = pointer
    set(ZMQ_LINGER, 0)
  }

  /// A client of a broker or a proxy. It waits at most 10 s for a message. libzmq limits neither queue.
  convenience init(connectedTo endpoint: String) throws {
    try self.init(ZMQ_DEALER)
    set(ZMQ_RCVTIMEO, 10_000)
    set(ZMQ_SNDHWM, 0)
    set(ZMQ_RCVHWM, 0)
    try connect(endpoint)
  }

  deinit { zmq_close(pointer) }

  private static func error(_ context: String) -> BenchmarkError {
    BenchmarkError("\(context): \(String(cString: zmq_strerror(zmq_errno())))")
  }

  private func set(_ option: Int32, _ value: Int32) {
    var value = value
    zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size)
  }

  func bind(_ endpoint: String) throws { guard zmq_bind(pointer, endpoint) == 0 else { throw Self.error("cannot bind \(endpoint)") } }

  func connect(_ endpoint: String) throws {
    guard zmq_connect(pointer, endpoint) == 0 else { throw Self.error("cannot connect \(endpoint)") }
  }

  func send(_ frames: [[UInt8]]) {
    for (index, frame) in frames.enumerated() {
      zmq_send(pointer, frame, frame.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0)
    }
  }

  /// Receives and discards one message. Throws on timeout, and for a reply of a service with a status other than 200. Returns `false` if `flags`
  /// contains `ZMQ_DONTWAIT` and no message is queued.
  @discardableResult func receiveOK(into message: UnsafeMutablePointer<zmq_msg_t>, flags: Int32 = 0) throws -> Bool {
    let isComplete = receive(into: message, flags: flags) { index in
      // Header, command, service, request ID, status.
      index != 4 || (zmq_msg_size(message) == 3 && UnsafeRawBufferPointer(start: zmq_msg_data(message), count: 3).elementsEqual("200".utf8))
    }
    if isComplete == false { throw BenchmarkError("expected the status 200") }
    if isComplete == nil, flags & ZMQ_DONTWAIT == 0 { throw Self.error("missing reply") }
    return isComplete != nil
  }

  /// Receives one message with all its frames; `nil` on timeout.
  func receiveFrames() -> [[UInt8]]? {
    var frames: [[UInt8]] = []
    return withMessage { message in
      receive(into: message, flags: 0) { _ in
        frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))))
        return true
      }
    }.map { _ in frames }
  }

  /// Receives one message, and calls `check` for each frame. Returns whether all were right; `nil` without a message.
  private func receive(into message: UnsafeMutablePointer<zmq_msg_t>, flags: Int32, _ check: (Int) -> Bool) -> Bool? {
    var (index, isRight) = (0, true)
    while true {
      guard zmq_msg_recv(message, pointer, flags) >= 0 else {
        if zmq_errno() == EINTR { continue }
        return nil
      }
      if !check(index) { isRight = false }
      if zmq_msg_more(message) == 0 { return isRight }
      index += 1
    }
  }

  /// Calls `body` with an empty message, and releases it afterwards.
  func withMessage<Value>(_ body: (UnsafeMutablePointer<zmq_msg_t>) throws -> Value) rethrows -> Value {
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
}

/// The frames of a request over the bus, as `GRAMMAR.md` of MessageBus describes them.
struct BusRequest {
  let frames: [[UInt8]]

  init(_ service: String, _ head: String) {
    frames = [Array("MDPC02".utf8), [0x01], Array(service.utf8), [1], Array(head.utf8)]
  }

  /// A request to ``Role/worker`` with a body of this size.
  init(echoOf size: Int) {
    frames = [Array("MDPC02".utf8), [0x01], Array(Role.echoService.utf8), [UInt8](repeating: UInt8(ascii: "x"), count: size)]
  }
}
