import CZeroMQ
import TestSupport
import Testing

@testable import MessageBus

/// A ROUTER socket in place of a broker, which sends and receives raw frames.
final class RawBroker {
  private let context: UnsafeMutableRawPointer
  private let socket: UnsafeMutableRawPointer

  /// - Parameter receiveLimit: Maximum number of messages that libzmq receives before the test reads them (ZMQ_RCVHWM).
  init(_ endpoint: Endpoint, receiveLimit: Int32 = 1_000) throws {
    context = try #require(zmq_ctx_new())
    socket = try #require(zmq_socket(context, ZMQ_ROUTER))
    var zero: Int32 = 0
    zmq_setsockopt(socket, ZMQ_LINGER, &zero, 4)
    var receiveLimit = receiveLimit
    zmq_setsockopt(socket, ZMQ_RCVHWM, &receiveLimit, 4)
    try #require(zmq_bind(socket, endpoint.description) == 0)
  }

  deinit {
    zmq_close(socket)
    zmq_ctx_term(context)
  }

  /// The first frame is the peer's identity.
  func send(_ frames: Frame...) { send(all: frames) }

  func send(all frames: [Frame]) {
    for (index, frame) in frames.enumerated() {
      zmq_send(socket, frame.bytes, frame.bytes.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0)
    }
  }

  /// Returns the next message that is neither a plain heartbeat nor a worker's introduction, identity first; `nil` if none arrives within
  /// `limit`.
  func receive(within limit: Duration = .testLimit, heartbeats: Bool = false, introductions: Bool = false) -> [Frame]? {
    let deadline = Instant.now + limit
    repeat {
      guard let frames = RawPeer.message(on: socket, until: deadline) else { return nil }
      if !introductions, frames.count == 8, frames[3] == "mmi.service", frames[4] == "" { continue }
      if heartbeats || frames.count != 3 || frames.suffix(2) != ["MDPW02", "\u{5}"] { return frames }
    } while Instant.now < deadline
    return nil
  }

  /// Returns the next message that satisfies `fits`, ignoring others; `nil` if none arrives.
  func receive(_ fits: ([Frame]) -> Bool) -> [Frame]? {
    while let message = receive() { if fits(message) { return message } }
    return nil
  }

  /// Waits for a worker's READY and returns its identity.
  func registered() throws -> Frame {
    while let frames = receive() { if frames.count > 2, frames[2] == "\u{1}" { return frames[0] } }
    throw BusError(.closed, "no worker came")
  }
}
