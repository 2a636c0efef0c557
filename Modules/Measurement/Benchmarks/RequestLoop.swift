import CZeroMQ

/// A client that keeps a fixed number of requests outstanding on one DEALER socket and measures throughput and latency.
public struct RequestLoop: Sendable {
  public var endpoint: String
  public var frames: [[UInt8]]
  public var outstanding: Int
  public var requests: Int

  public init(_ endpoint: String, frames: [[UInt8]], outstanding: Int, requests: Int) {
    self.endpoint = endpoint
    self.frames = frames
    self.outstanding = outstanding
    self.requests = requests
  }

  /// Throughput in requests per second, and latency.
  public struct Result: Sendable {
    public let perSecond: Double
    /// The median latency in microseconds; NaN unless one request is outstanding at a time.
    public let median: Double
    /// The size of the last frame of the last reply in bytes.
    public let size: Int
  }

  public func run() throws(BenchmarkError) -> Result {
    let socket = try RawSocket(ZMQ_DEALER)
    socket.setReceiveTimeout(milliseconds: 10_000)
    try socket.connect(endpoint)
    let message = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)
    zmq_msg_init(message)
    defer {
      zmq_msg_close(message)
      message.deallocate()
    }
    // The first replies wait for connections and registrations, so they are not measured.
    for _ in 0..<outstanding { socket.send(frames) }
    for _ in 0..<outstanding { guard socket.receive(into: message) != nil else { throw BenchmarkError("no reply from \(endpoint)") } }

    var latencies: [Duration] = []
    if outstanding == 1 { latencies.reserveCapacity(requests) }
    let start = ContinuousClock.now
    for _ in 0..<min(outstanding, requests) { socket.send(frames) }
    var sent = min(outstanding, requests)
    var received = 0
    var size = 0
    var last = start
    while received < requests {
      guard let replySize = socket.receive(into: message) else { throw BenchmarkError("missing reply from \(endpoint)") }
      size = replySize
      received += 1
      if outstanding == 1 {
        let now = ContinuousClock.now
        latencies.append(last.duration(to: now))
        last = now
      }
      if sent < requests {
        socket.send(frames)
        sent += 1
      }
    }
    let duration = start.duration(to: .now)
    latencies.sort()
    let median = latencies.isEmpty ? .nan : latencies[latencies.count / 2] / .microseconds(1)
    return Result(perSecond: Double(requests) / (duration / .seconds(1)), median: median, size: size)
  }
}
