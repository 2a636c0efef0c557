import CZeroMQ

/// A libzmq socket. Owned by one thread (zmq(7)): it may only be passed to its owning thread before that thread starts.
final class Socket {
  struct Kind {
    fileprivate let number: Int32
    static let router = Kind(number: ZMQ_ROUTER)
    static let dealer = Kind(number: ZMQ_DEALER)
    static let publisher = Kind(number: ZMQ_XPUB)
    static let subscriber = Kind(number: ZMQ_SUB)
    static let pair = Kind(number: ZMQ_PAIR)
  }

  enum SendResult {
    case sent
    /// The queue to the peer is full, or no peer is connected (EAGAIN).
    case full
    /// No peer with this identity is connected (EHOSTUNREACH, ROUTER only).
    case unreachable
    case failed
  }

  let pointer: UnsafeMutableRawPointer
  /// An empty message, reused for the next message received.
  private var idleMessage: Multipart?

  /// File descriptor that becomes readable when the socket's state changes; edge-triggered (ZMQ_FD, zmq_getsockopt(3)).
  private(set) lazy var descriptor = option(ZMQ_FD)
  /// Whether a message can be received (`ZMQ_POLLIN`) or sent (`ZMQ_POLLOUT`) without waiting.
  var events: Int32 { option(ZMQ_EVENTS) }

  /// Opens a socket that closes without lingering: unsent requests are retried anyway, and `zmq_close` must never block.
  init(_ kind: Kind) throws(BusError) {
    do throws(SocketError) {
      guard let pointer = zmq_socket(try BusContext.shared.pointer.get(), kind.number) else { throw .current }
      self.pointer = pointer
    } catch {
      throw BusError(.system, "cannot open a socket: \(error)", cause: error)
    }
    set(ZMQ_LINGER, 0)
  }

  deinit { zmq_close(pointer) }

  private func option(_ name: Int32) -> Int32 {
    var value: Int32 = -1
    var size = MemoryLayout<Int32>.size
    return zmq_getsockopt(pointer, name, &value, &size) == 0 ? value : 0
  }

  func set(_ option: Int32, _ value: Int32) { set(option, bytesOf: value) }

  private func set(_ option: Int32, bytesOf value: some BitwiseCopyable) {
    _ = withUnsafeBytes(of: value) { zmq_setsockopt(pointer, option, $0.baseAddress, $0.count) }
  }

  /// Sets an option on which security depends.
  func require(_ option: Int32, _ value: Int32) throws(BusError) {
    try check(withUnsafeBytes(of: value) { zmq_setsockopt(pointer, option, $0.baseAddress, $0.count) }, option)
  }

  func require(_ option: Int32, _ text: String) throws(BusError) {
    let bytes = Array(text.utf8)
    try check(zmq_setsockopt(pointer, option, bytes, bytes.count), option)
  }

  private func check(_ result: Int32, _ option: Int32) throws(BusError) {
    guard result != 0 else { return }
    throw BusError(.system, "libzmq cannot set up keys (option \(option)): \(SocketError.current)", cause: SocketError.current)
  }

  func subscribe(_ prefix: String) {
    let bytes = Array(prefix.utf8)
    zmq_setsockopt(pointer, ZMQ_SUBSCRIBE, bytes, bytes.count)
  }

  /// Sets the maximum frame size, and tcp keepalive, which detects lost peers after 10 s of silence.
  ///
  /// ZMTP heartbeats stay off, but for subscriptions that can turn to another broker: libzmq aborts a process that reads a ping of a connection
  /// that ended while messages before the ping waited (`!_io_error`, stream_engine_base.cpp), as those to a ROUTER do. A stopped process must keep
  /// its connections, and libzmq cancels a timer in time linear in the number of its timers (poller_base.cpp), of which it would have one for each
  /// of several thousand connections.
  func setConnectionOptions(largestMessage: Int) {
    set(ZMQ_MAXMSGSIZE, bytesOf: Int64(largestMessage))
    set(ZMQ_TCP_KEEPALIVE, 1)
    // Seconds of silence before the first probe, seconds between probes, and number of unanswered probes (tcp(7)).
    set(ZMQ_TCP_KEEPALIVE_IDLE, 4)
    set(ZMQ_TCP_KEEPALIVE_INTVL, 2)
    set(ZMQ_TCP_KEEPALIVE_CNT, 3)
  }

  func bind(_ endpoint: Endpoint) throws(BusError) {
    guard zmq_bind(pointer, endpoint.description) == 0 else {
      let error = SocketError.current
      let code: BusError.Code = error.number == EADDRINUSE ? .inUse : .system
      throw BusError(code, "cannot bind \(endpoint): \(error)", cause: error)
    }
  }

  func connect(_ endpoint: Endpoint) throws(BusError) {
    guard zmq_connect(pointer, endpoint.description) == 0 else {
      let error = SocketError.current
      let code: BusError.Code = error.number == ECONNREFUSED ? .unreachable : .system
      throw BusError(code, "cannot connect to \(endpoint): \(error)", cause: error)
    }
  }

  /// Receives one complete multipart message without blocking; `nil` if none is queued.
  func receive() -> Multipart? {
    let message = idleMessage ?? Multipart()
    idleMessage = nil
    repeat {
      let frame = message.appendEmpty()
      while zmq_msg_recv(frame, pointer, ZMQ_DONTWAIT) < 0 {
        if zmq_errno() == EINTR { continue }
        message.removeAll()
        idleMessage = message
        return nil
      }
    } while message.lastHasMore
    return message
  }

  /// Passes up to `limit` messages that wait to `handle`. Returns their number.
  func receive(atMost limit: Int, _ handle: (Multipart) -> Void) -> Int {
    var count = 0
    while count < limit, let message = receive() {
      count += 1
      handle(message)
    }
    return count
  }

  /// Sends a copy of `bytes` as one frame without blocking.
  func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> SendResult {
    while zmq_send(pointer, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) < 0 {
      if zmq_errno() != EINTR { return Self.failure(zmq_errno()) }
    }
    return .sent
  }

  func send(_ bytes: [UInt8], more: Bool) -> SendResult { bytes.withUnsafeBytes { send($0, more: more) } }

  func send(_ text: String, more: Bool) -> SendResult {
    var text = text
    return text.withUTF8 { send(UnsafeRawBufferPointer($0), more: more) }
  }

  /// Sends a frame of `message`, shared with libzmq instead of copied; `message` stays readable.
  func send(frame index: Int, of message: Multipart, more: Bool) -> SendResult {
    message.withSharedFrame(index) { send($0, more: more) }
  }

  /// Sends `frame`, which is empty afterwards; unchanged if sending failed.
  func send(_ frame: UnsafeMutablePointer<zmq_msg_t>, more: Bool) -> SendResult {
    while zmq_msg_send(frame, pointer, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) < 0 {
      if zmq_errno() != EINTR { return Self.failure(zmq_errno()) }
    }
    return .sent
  }

  private static func failure(_ number: Int32) -> SendResult {
    number == EAGAIN ? .full : number == EHOSTUNREACH ? .unreachable : .failed
  }
}
