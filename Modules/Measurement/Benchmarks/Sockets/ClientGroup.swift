import CZeroMQ

/// Clients with a socket each, on one thread, that together keep a number of requests outstanding.
struct ClientGroup {
  private let sockets: [RawSocket]
  private let frames: [[UInt8]]
  private let outstanding: Int
  private let endpoint: String

  /// Replies read from one socket before the next one has its turn.
  private static let batch = 64

  init(_ endpoint: String, clients: Int, outstanding: Int, frames: [[UInt8]]) throws(BenchmarkError) {
    sockets = try RawSocket.connected(to: endpoint, count: clients)
    self.frames = frames
    self.outstanding = outstanding
    self.endpoint = endpoint
  }

  /// Sends this many requests and returns the time until the last reply.
  func run(requests: Int) throws(BenchmarkError) -> Duration {
    var items = sockets.map { zmq_pollitem_t(socket: $0.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0) }
    let start = ContinuousClock.now
    var sent = min(outstanding, requests)
    for number in 0..<sent { sockets[number % sockets.count].send(frames) }
    var received = 0
    try sockets[0].withMessage { (message) throws(BenchmarkError) -> Void in
      while received < requests {
        let ready = zmq_poll(&items, Int32(items.count), 10_000)
        guard ready != 0 else { throw BenchmarkError("missing reply from \(endpoint)") }
        // A negative number means that a signal interrupted the wait.
        guard ready > 0 else { continue }
        for (socket, item) in zip(sockets, items) where item.revents & Int16(ZMQ_POLLIN) != 0 {
          for _ in 0..<Self.batch {
            guard received < requests, let isOK = socket.receive(into: message, flags: ZMQ_DONTWAIT) else { break }
            guard isOK else { throw BenchmarkError("expected the status 200 from \(endpoint)") }
            received += 1
            guard sent < requests else { continue }
            socket.send(frames)
            sent += 1
          }
        }
      }
    }
    return start.duration(to: .now)
  }
}
