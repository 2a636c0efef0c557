import CZeroMQ

/// Clients with a socket each, on one thread, that take turns: together they keep a number of requests outstanding, and each sends one request in
/// turn. The cost of a request does not depend on the number of clients, as it would if all sockets were polled.
struct AttachedClients {
  private let sockets: [RawSocket]
  private let frames: [[UInt8]]
  private let outstanding: Int
  private let endpoint: String

  init(_ endpoint: String, clients: Int, outstanding: Int, frames: [[UInt8]]) throws(BenchmarkError) {
    RawSocket.allowSockets(clients + 10)
    sockets = try RawSocket.connected(to: endpoint, count: clients)
    self.frames = frames
    self.outstanding = outstanding
    self.endpoint = endpoint
  }

  /// Sends this many requests. Returns the time until the last reply, and the latencies in microseconds, ascending. Replies are read in the order of
  /// the requests, which is that of the replies of one worker.
  func run(requests: Int) throws(BenchmarkError) -> (duration: Duration, latencies: [Double]) {
    var latencies: [Double] = []
    latencies.reserveCapacity(requests)
    var times = [ContinuousClock.Instant](repeating: .now, count: outstanding)
    let start = ContinuousClock.now
    try sockets[0].withMessage { (message) throws(BenchmarkError) -> Void in
      for number in 0..<requests + outstanding {
        if number >= outstanding {
          guard let isOK = sockets[(number - outstanding) % sockets.count].receive(into: message) else {
            throw BenchmarkError("missing reply from \(endpoint)")
          }
          guard isOK else { throw BenchmarkError("expected the status 200 from \(endpoint)") }
          latencies.append(times[number % outstanding].duration(to: .now) / .microseconds(1))
        }
        guard number < requests else { continue }
        times[number % outstanding] = .now
        sockets[number % sockets.count].send(frames)
      }
    }
    let duration = start.duration(to: .now)
    latencies.sort()
    return (duration, latencies)
  }

  /// Sends a request on each socket. libzmq connects sockets in the background, so some wait longer than others.
  func attach() throws(BenchmarkError) { _ = try run(requests: max(sockets.count, outstanding)) }
}
