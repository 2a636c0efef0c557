import CZeroMQ

/// A client that keeps a fixed number of requests outstanding on one DEALER socket and measures throughput and latency.
struct RequestLoop {
  let endpoint: String
  let outstanding: Int
  let requests: Int
  /// Returns the frames of the request with a number.
  private let frames: (Int) -> [[UInt8]]

  init(_ endpoint: String, _ frames: [[UInt8]], outstanding: Int, requests: Int) {
    self.init(endpoint, outstanding: outstanding, requests: requests) { _ in frames }
  }

  /// - Parameter frames: called before each request, with numbers from 0.
  init(_ endpoint: String, outstanding: Int, requests: Int, frames: @escaping (Int) -> [[UInt8]]) {
    (self.endpoint, self.outstanding, self.requests, self.frames) = (endpoint, outstanding, requests, frames)
  }

  struct Result {
    let rate: Double
    /// In microseconds, ascending; empty unless one request is outstanding at a time.
    let latencies: [Double]

    /// Returns the smallest latency that at least this share of the requests did not exceed; NaN without latencies.
    func latency(at quantile: Double) -> Double {
      guard !latencies.isEmpty else { return .nan }
      let rank = Int((quantile * Double(latencies.count)).rounded(.up))
      return latencies[max(0, min(rank, latencies.count) - 1)]
    }
  }

  func run() throws -> Result {
    let socket = try RawSocket(connectedTo: endpoint)
    return try socket.withMessage { message in
      // The first replies wait for connections and registrations, so they are not measured.
      for number in 0..<outstanding { socket.send(frames(number)) }
      for _ in 0..<outstanding { try socket.receiveOK(into: message) }
      var latencies: [Double] = []
      if outstanding == 1 { latencies.reserveCapacity(requests) }
      let start = ContinuousClock.now
      var (sent, last) = (min(outstanding, requests), start)
      for number in 0..<sent { socket.send(frames(number)) }
      for _ in 0..<requests {
        try socket.receiveOK(into: message)
        if outstanding == 1 {
          let now = ContinuousClock.now
          latencies.append(last.duration(to: now) / .microseconds(1))
          last = now
        }
        if sent < requests {
          socket.send(frames(sent))
          sent += 1
        }
      }
      return Result(rate: Double(requests) / (start.duration(to: .now) / .seconds(1)), latencies: latencies.sorted())
    }
  }
}

/// Clients with a socket each, on one thread, that together keep a number of requests outstanding.
struct ClientGroup {
  private let sockets: [RawSocket]
  private let frames: [[UInt8]]
  private let outstanding: Int

  /// Replies read from one socket before the next one has its turn.
  private static let batch = 64

  init(_ endpoint: String, clients: Int, outstanding: Int, frames: [[UInt8]]) throws {
    sockets = try (0..<clients).map { _ in try RawSocket(connectedTo: endpoint) }
    (self.frames, self.outstanding) = (frames, outstanding)
  }

  /// Sends this many requests and returns the time until the last reply.
  func run(requests: Int) throws -> Duration {
    var items = sockets.map { zmq_pollitem_t(socket: $0.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0) }
    let start = ContinuousClock.now
    var (sent, received) = (min(outstanding, requests), 0)
    for number in 0..<sent { sockets[number % sockets.count].send(frames) }
    try sockets[0].withMessage { message in
      while received < requests {
        let ready = zmq_poll(&items, Int32(items.count), 10_000)
        guard ready != 0 else { throw BenchmarkError("missing reply") }
        // A negative number means that a signal interrupted the wait.
        guard ready > 0 else { continue }
        for (socket, item) in zip(sockets, items) where item.revents & Int16(ZMQ_POLLIN) != 0 {
          for _ in 0..<Self.batch where received < requests {
            guard try socket.receiveOK(into: message, flags: ZMQ_DONTWAIT) else { break }
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
