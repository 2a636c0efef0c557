/// Processes of ``Role/clients`` or ``Role/attached`` that send requests at the same time.
struct ClientFleet {
  private let processes: [ChildProcess]
  private let requests: Int

  /// Starts the processes and waits until each has had its first replies.
  /// - Parameters:
  ///   - clients: in all processes; a multiple of their number, as are `outstanding` and `requests`.
  ///   - requests: how many requests a round sends.
  init(
    _ role: Role = .clients, on bench: Workbench, _ endpoint: String, processes count: Int, clients: Int, outstanding: Int, requests: Int,
    _ request: BusRequest
  ) throws(BenchmarkError) {
    self.requests = requests
    let numbers = [clients, outstanding, requests].map { String($0 / count) }
    let frames = request.frames.map { String(decoding: $0, as: UTF8.self) }
    var processes: [ChildProcess] = []
    for _ in 0..<count { processes.append(try bench.start(role, [endpoint] + numbers + frames, isRead: true)) }
    self.processes = processes
    for process in processes { _ = try process.readLine() }
  }

  /// Runs a round. Returns requests per second until the last process is done.
  func rate() throws(BenchmarkError) -> Double { try round().rate }

  /// Runs a round. Returns requests per second until the last process is done, and the worst of the 99th percentiles of the processes in
  /// microseconds; NaN for ``Role/clients``.
  func round() throws(BenchmarkError) -> (rate: Double, p99: Double) {
    for process in processes { try process.write(line: "go") }
    var (longest, p99) = (0.0, -Double.infinity)
    for process in processes {
      let line = try process.readLine()
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard let seconds = numbers.first else { throw BenchmarkError("expected a number of seconds, got '\(line)'") }
      longest = max(longest, seconds)
      p99 = max(p99, numbers.dropFirst().first ?? .nan)
    }
    return (Double(requests) / longest, p99)
  }
}
