import DequeModule

/// A node with its connection and the calls that it has or waits for. Used by the loop's thread only.
final class RedisNode {
  let address: RedisAddress
  private(set) var connection: RedisConnection?
  var isConnecting = false
  /// When the node began to fail, with its last error; `nil` while it answers.
  private(set) var failure: (since: ContinuousClock.Instant, error: RedisError)?
  /// The time of the next attempt to connect at the earliest.
  private(set) var retryAt = ContinuousClock.now
  private var delay = Duration.zero
  private(set) var lastHeard = ContinuousClock.now
  private var waiting: Deque<RedisCall> = []
  /// The calls whose replies the connection will bring, in order; `nil` for the reply to ASKING. Finished calls stay, so that no reply goes to
  /// another call.
  private var inFlight: Deque<RedisCall?> = []
  private(set) var hasUnwritten = false
  private var buffer: [UInt8] = []

  init(_ address: RedisAddress) { self.address = address }

  /// Whether a connection is needed: for calls, or to notice that the node is back.
  var wantsConnection: Bool { connection == nil && !isConnecting && (failure != nil || !waiting.isEmpty) }
  var isIdle: Bool { waiting.isEmpty && inFlight.isEmpty }

  func add(_ call: RedisCall) { waiting.append(call) }

  func connected(_ connection: RedisConnection, at now: ContinuousClock.Instant) {
    connection.makeNonblocking()
    (self.connection, failure, lastHeard, isConnecting) = (connection, nil, now, false)
  }

  /// Notes that the node has failed since `start`, and closes its connection. Returns its calls: those that it may have executed, and the others.
  func failed(_ error: RedisError, since start: ContinuousClock.Instant, now: ContinuousClock.Instant) -> (
    sent: [RedisCall], unsent: [RedisCall]
  ) {
    (connection, isConnecting, hasUnwritten, buffer) = (nil, false, false, [])
    failure = (failure?.since ?? start, error)
    retryAt = now + delay
    // Up to 2 s; grows until the node answers a command.
    delay = min(.seconds(2), max(.milliseconds(20), delay * 2))
    defer { inFlight = [] }
    return (inFlight.compactMap(\.self), takeWaiting())
  }

  /// Removes and returns the calls that are not sent.
  func takeWaiting() -> [RedisCall] {
    defer { waiting = [] }
    return Array(waiting)
  }

  /// Sends the calls that wait, all together.
  func write() throws(RedisError) {
    guard let connection else { return }
    // What the socket does not take stays here, where calls can still be cancelled.
    while true {
      if hasUnwritten { hasUnwritten = try !connection.write() }
      if hasUnwritten { return }
      while buffer.count < 256 << 10, let call = waiting.popFirst() {
        guard !call.isFinished else { continue }
        if call.asks {
          RedisEncoding.append(RedisEncoding.arguments("ASKING"), to: &buffer)
          inFlight.append(nil)
          call.asks = false
        }
        RedisEncoding.append(call.arguments, to: &buffer)
        inFlight.append(call)
        call.node = self
      }
      if buffer.isEmpty { return }
      hasUnwritten = connection.append(buffer)
      guard hasUnwritten else { throw RedisError(.system, "out of memory for commands to Redis at \(address)") }
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
    }
  }

  /// Reads what has arrived, and calls `body` with each reply and its call.
  func read(at now: ContinuousClock.Instant, _ body: (RedisCall, RedisValue) -> Void) throws(RedisError) {
    guard let connection else { return }
    try connection.read()
    while let reply = try connection.reply() {
      guard let call = inFlight.popFirst() else { throw RedisError(.unavailable, "Redis at \(address) sent a reply to no command") }
      (lastHeard, delay) = (now, .zero)
      if let call, !call.isFinished { body(call, reply) }
    }
  }
}
