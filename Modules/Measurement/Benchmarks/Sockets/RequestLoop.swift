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
    self.endpoint = endpoint
    self.outstanding = outstanding
    self.requests = requests
    self.frames = frames
  }

  struct Result {
    /// Requests per second.
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

  func run() throws(BenchmarkError) -> Result {
    let socket = try RawSocket(connectedTo: endpoint)
    return try socket.withMessage { (message) throws(BenchmarkError) -> Result in
      // The first replies wait for connections and registrations, so they are not measured.
      for number in 0..<outstanding { socket.send(frames(number)) }
      for _ in 0..<outstanding { try receive(on: socket, message) }
      return try measure(on: socket, message)
    }
  }

  private func measure(on socket: RawSocket, _ message: UnsafeMutablePointer<zmq_msg_t>) throws(BenchmarkError) -> Result {
    var latencies: [Double] = []
    if outstanding == 1 { latencies.reserveCapacity(requests) }
    let start = ContinuousClock.now
    var sent = min(outstanding, requests)
    for number in 0..<sent { socket.send(frames(number)) }
    var last = start
    for _ in 0..<requests {
      try receive(on: socket, message)
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
    let duration = start.duration(to: .now)
    latencies.sort()
    return Result(rate: Double(requests) / (duration / .seconds(1)), latencies: latencies)
  }

  private func receive(on socket: RawSocket, _ message: UnsafeMutablePointer<zmq_msg_t>) throws(BenchmarkError) {
    guard let isOK = socket.receive(into: message) else { throw BenchmarkError("missing reply from \(endpoint)") }
    guard isOK else { throw BenchmarkError("expected the status 200 from \(endpoint)") }
  }
}

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
