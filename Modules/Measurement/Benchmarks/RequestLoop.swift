import CZeroMQ

/// Keeps a fixed number of requests outstanding on one DEALER socket and measures how many are answered in a second.
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

  public struct Result: Sendable {
    public let perSecond: Double
    /// Microseconds from request to answer, half of them below.
    public let median: Double
    /// Bytes of the last answer's last frame.
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
    // The first answers wait for connections and registrations; they are not counted.
    for _ in 0..<outstanding { socket.send(frames) }
    for _ in 0..<outstanding { guard socket.receive(into: message) != nil else { throw BenchmarkError("no answer from \(endpoint)") } }

    var latencies: [Duration] = []
    if outstanding == 1 { latencies.reserveCapacity(requests) }
    let start = ContinuousClock.now
    for _ in 0..<min(outstanding, requests) { socket.send(frames) }
    var sent = min(outstanding, requests)
    var received = 0
    var size = 0
    var last = start
    while received < requests {
      guard let answer = socket.receive(into: message) else { throw BenchmarkError("an answer from \(endpoint) is missing") }
      size = answer
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
    let taken = start.duration(to: .now)
    latencies.sort()
    let median = latencies.isEmpty ? .nan : latencies[latencies.count / 2] / .microseconds(1)
    return Result(perSecond: Double(requests) / (taken / .seconds(1)), median: median, size: size)
  }
}
