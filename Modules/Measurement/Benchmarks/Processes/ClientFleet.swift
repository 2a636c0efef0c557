import Platform
import Synchronization

/// Processes of ``Role/clients`` that send requests at the same time.
struct ClientFleet {
  private let processes: [ChildProcess]
  private let requests: Int

  /// Starts the processes and waits until each has had its first replies.
  /// - Parameters:
  ///   - clients: in all processes; a multiple of their number, as are `outstanding` and `requests`.
  ///   - requests: how many requests a round sends.
  init(
    on bench: Workbench, _ endpoint: String, processes count: Int, clients: Int, outstanding: Int, requests: Int,
    _ request: BusRequest
  ) throws(BenchmarkError) {
    self.requests = requests
    let numbers = [clients, outstanding, requests].map { String($0 / count) }
    let frames = request.frames.map { String(decoding: $0, as: UTF8.self) }
    var processes: [ChildProcess] = []
    for _ in 0..<count { processes.append(try bench.start(.clients, [endpoint] + numbers + frames, isRead: true)) }
    self.processes = processes
    for process in processes { _ = try process.readLine() }
  }

  /// Runs a round. Returns requests per second until the last process is done.
  func rate() throws(BenchmarkError) -> Double {
    for process in processes { try process.write(line: "go") }
    var longest = 0.0
    for process in processes {
      let line = try process.readLine()
      guard let seconds = Double(line) else { throw BenchmarkError("expected a number of seconds, got '\(line)'") }
      longest = max(longest, seconds)
    }
    return Double(requests) / longest
  }
}

/// Lines that one thread reads and another one waits for.
final class LineCounter: Sendable {
  private let lines = Mutex(0)
  private let signal: WakePipe

  init() throws(BenchmarkError) {
    do { signal = try WakePipe() } catch { throw BenchmarkError("\(error)") }
  }

  /// Counts the lines that end in `input`.
  func add(_ input: [UInt8]) {
    lines.withLock { $0 += input.count { $0 == 0x0A } }
    signal.wake()
  }

  /// Waits for a line that has not been waited for.
  func wait() {
    while !lines.withLock({ take(&$0) }) { signal.wait() }
  }

  private func take(_ lines: inout Int) -> Bool {
    guard lines > 0 else { return false }
    lines -= 1
    return true
  }
}
