import CZeroMQ

/// One libzmq socket. It belongs to the thread that uses it (zmq(7)); handing it to the thread that will own it is the only
/// move it makes, before that thread starts.
final class Socket {
  enum Kind {
    case router, dealer, publisher, subscriber, pair

    var number: Int32 {
      switch self {
      case .router: ZMQ_ROUTER
      case .dealer: ZMQ_DEALER
      case .publisher: ZMQ_XPUB
      case .subscriber: ZMQ_SUB
      case .pair: ZMQ_PAIR
      }
    }
  }

  enum Sent {
    case yes
    /// The queue to the peer is full, or nobody is connected (EAGAIN).
    case full
    /// No peer of that identity is connected (EHOSTUNREACH, ROUTER only).
    case unreachable
    case failed
  }

  let pointer: UnsafeMutableRawPointer
  /// An empty message, kept for the next to be received.
  private var spare: Multipart?

  /// Readable when libzmq has something to say to this socket; edge-triggered (ZMQ_FD, zmq_getsockopt(3)).
  private(set) lazy var descriptor: Int32 = {
    var value: Int32 = -1
    var size = MemoryLayout<Int32>.size
    zmq_getsockopt(pointer, ZMQ_FD, &value, &size)
    return value
  }()

  /// Every socket closes without lingering: what matters is answered or repeated, and `zmq_close` must never hang.
  init(_ kind: Kind) throws(BusError) {
    guard let pointer = zmq_socket(BusContext.shared.pointer, kind.number) else {
      throw BusError(.system, "cannot open a socket: \(SystemError.current)", cause: SystemError.current)
    }
    self.pointer = pointer
    set(ZMQ_LINGER, Int32(0))
  }

  deinit { zmq_close(pointer) }

  func set(_ option: Int32, _ value: Int32) {
    var value = value
    zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size)
  }

  func set(_ option: Int32, _ value: Int64) {
    var value = value
    zmq_setsockopt(pointer, option, &value, MemoryLayout<Int64>.size)
  }

  func subscribe(_ prefix: String) {
    let bytes = Array(prefix.utf8)
    zmq_setsockopt(pointer, ZMQ_SUBSCRIBE, bytes, bytes.count)
  }

  /// Reconnects quickly at first and backs off. The kernel notices peers that vanish: on tcp by probes, after 10 s of silence.
  ///
  /// No ZMTP heartbeats: a process that is stopped for a while must keep its connections. Besides, libzmq cancels a timer by looking through
  /// all of its timers (poller_base.cpp): with one for each of some thousand connections its I/O thread does nothing else.
  func setConnectionOptions(largestMessage: Int) {
    set(ZMQ_MAXMSGSIZE, Int64(largestMessage))
    set(ZMQ_RECONNECT_IVL, Int32(20))
    set(ZMQ_RECONNECT_IVL_MAX, Int32(500))
    set(ZMQ_TCP_KEEPALIVE, Int32(1))
    // Seconds of silence until the first probe, seconds between probes, and probes without an answer (tcp(7)).
    set(ZMQ_TCP_KEEPALIVE_IDLE, Int32(4))
    set(ZMQ_TCP_KEEPALIVE_INTVL, Int32(2))
    set(ZMQ_TCP_KEEPALIVE_CNT, Int32(3))
  }

  func bind(_ endpoint: Endpoint) throws(BusError) {
    guard zmq_bind(pointer, endpoint.description) == 0 else {
      let error = SystemError.current
      let code: BusError.Code = error.number == EADDRINUSE ? .inUse : .system
      throw BusError(code, "cannot listen at \(endpoint): \(error)", cause: error)
    }
  }

  func connect(_ endpoint: Endpoint) throws(BusError) {
    guard zmq_connect(pointer, endpoint.description) == 0 else {
      let error = SystemError.current
      let code: BusError.Code = error.number == ECONNREFUSED ? .unreachable : .system
      throw BusError(code, "cannot connect to \(endpoint): \(error)", cause: error)
    }
  }

  /// The whole multipart message that waits, or `nil`. Never blocks.
  func receive() -> Multipart? {
    let message = spare ?? Multipart()
    spare = nil
    repeat {
      let frame = message.appendEmpty()
      while zmq_msg_recv(frame, pointer, ZMQ_DONTWAIT) < 0 {
        if zmq_errno() == EINTR { continue }
        message.removeAll()
        spare = message
        return nil
      }
    } while message.lastHasMore
    return message
  }

  /// Sends `bytes` as one frame, copied. Never blocks.
  func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> Sent {
    while zmq_send(pointer, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) < 0 {
      if zmq_errno() != EINTR { return Self.failure(zmq_errno()) }
    }
    return .yes
  }

  func send(_ bytes: [UInt8], more: Bool) -> Sent { bytes.withUnsafeBytes { send($0, more: more) } }

  func send(_ text: String, more: Bool) -> Sent {
    var text = text
    return text.withUTF8 { send(UnsafeRawBufferPointer($0), more: more) }
  }

  /// Sends the four body frames, the last of the message.
  func sendBody(id: [UInt8], head: String, fields: Fields, content: [UInt8]) {
    _ = send(id, more: true)
    _ = send(head, more: true)
    _ = send(fields.text, more: true)
    _ = send(content, more: false)
  }

  /// Sends a frame of `message`. Its content is shared with libzmq, not copied, and stays readable in `message`.
  func send(frame index: Int, of message: Multipart, more: Bool) -> Sent {
    message.withShare(of: index) { send($0, more: more) }
  }

  /// Sends `frame`, which is empty afterwards; where it was not taken it is as before.
  func send(_ frame: UnsafeMutablePointer<zmq_msg_t>, more: Bool) -> Sent {
    while zmq_msg_send(frame, pointer, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) < 0 {
      if zmq_errno() != EINTR { return Self.failure(zmq_errno()) }
    }
    return .yes
  }

  private static func failure(_ number: Int32) -> Sent {
    switch number {
    case EAGAIN: .full
    case EHOSTUNREACH: .unreachable
    default: .failed
    }
  }
}
