import Platform
import Synchronization

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
