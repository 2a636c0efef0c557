import CZeroMQ
import TestSupport
import Testing

@testable import MessageBus

/// A DEALER socket that sends and receives raw frames: it shares no encoder with the code under test.
final class RawPeer {
  private let context: UnsafeMutableRawPointer
  private let socket: UnsafeMutableRawPointer
  private let monitor: UnsafeMutableRawPointer

  /// - Parameter receiveLimit: Maximum number of messages that libzmq receives before the test reads them (ZMQ_RCVHWM).
  init(_ endpoint: Endpoint, identity: Frame? = nil, receiveLimit: Int32 = 1_000, keys: ClientKeys? = nil) throws {
    context = try #require(zmq_ctx_new())
    socket = try #require(zmq_socket(context, ZMQ_DEALER))
    var zero: Int32 = 0
    zmq_setsockopt(socket, ZMQ_LINGER, &zero, 4)
    var receiveLimit = receiveLimit
    zmq_setsockopt(socket, ZMQ_RCVHWM, &receiveLimit, 4)
    if let keys {
      for (option, key) in [
        (ZMQ_CURVE_SERVERKEY, keys.server), (ZMQ_CURVE_PUBLICKEY, keys.own.public), (ZMQ_CURVE_SECRETKEY, keys.own.secret),
      ] { try #require(zmq_setsockopt(socket, option, key, 40) == 0) }
    }
    if let identity { zmq_setsockopt(socket, ZMQ_IDENTITY, identity.bytes, identity.bytes.count) }
    try #require(zmq_socket_monitor(socket, "inproc://monitor", ZMQ_EVENT_DISCONNECTED) == 0)
    monitor = try #require(zmq_socket(context, ZMQ_PAIR))
    zmq_setsockopt(monitor, ZMQ_LINGER, &zero, 4)
    try #require(zmq_connect(monitor, "inproc://monitor") == 0)
    try #require(zmq_connect(socket, endpoint.description) == 0)
  }

  deinit {
    zmq_socket_monitor(socket, nil, 0)
    zmq_close(monitor)
    zmq_close(socket)
    zmq_ctx_term(context)
  }

  /// Returns whether the other side ends the connection within `limit`.
  func isCutOff(within limit: Duration = .testLimit) -> Bool {
    var item = zmq_pollitem_t(socket: monitor, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0)
    zmq_poll(&item, 1, Int(limit.wholeMilliseconds))
    return item.revents != 0
  }

  func send(_ frames: Frame...) { send(all: frames) }

  func send(all frames: [Frame]) {
    for (index, frame) in frames.enumerated() {
      zmq_send(socket, frame.bytes, frame.bytes.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0)
    }
  }

  /// Sends frames that promise another one, which never comes.
  func sendHalf(_ frames: Frame...) {
    for frame in frames { zmq_send(socket, frame.bytes, frame.bytes.count, ZMQ_SNDMORE) }
  }

  /// Returns the next message that satisfies `fits`, ignoring others; `nil` if none arrives.
  func receive(_ fits: ([Frame]) -> Bool) -> [Frame]? {
    while let message = receive() { if fits(message) { return message } }
    return nil
  }

  /// Returns the next message that is not a heartbeat; `nil` if none arrives within `limit`.
  func receive(within limit: Duration = .testLimit, heartbeats: Bool = false) -> [Frame]? {
    let deadline = Instant.now + limit
    while let frames = Self.message(on: socket, until: deadline) {
      let isHeartbeat = frames.suffix(2) == ["MDPW02", "\u{5}"]
      if heartbeats || !isHeartbeat { return frames }
    }
    return nil
  }

  /// Returns the next message on a socket; `nil` if none arrives before `deadline`.
  static func message(on socket: UnsafeMutableRawPointer, until deadline: Instant) -> [Frame]? {
    while Instant.now < deadline {
      var item = zmq_pollitem_t(socket: socket, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0)
      zmq_poll(&item, 1, Int(max(0, Instant.now.duration(to: deadline).wholeMilliseconds)))
      guard item.revents != 0 else { continue }
      var frames: [Frame] = []
      var more = true
      while more {
        var message = zmq_msg_t()
        zmq_msg_init(&message)
        zmq_msg_recv(&message, socket, 0)
        frames.append(Frame(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))))
        more = zmq_msg_more(&message) != 0
        zmq_msg_close(&message)
      }
      return frames
    }
    return nil
  }
}

/// The bytes of a frame, written as text in tests: `"MDPW02"`, `"\u{1}"`.
struct Frame: Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
  let bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }
  init(stringLiteral value: String) { bytes = Array(value.utf8) }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var description: String { "\"\(text)\"" }
}
