import Glibc
import Synchronization

/// A standard stream to which lines are written without waiting. Lines that a full pipe or a stopped terminal does not take are dropped; a notice
/// with their count comes before the next line.
public final class NonblockingStream: Sendable {
  /// The stream or, for a pipe or a terminal, another open file description of it: O_NONBLOCK would hold for every process that shares its own.
  private let number: Int32
  /// Standard error: shared, because a line that was taken in part must be completed before any other.
  public static let errors = NonblockingStream()
  private let state = Mutex(State())

  private struct State {
    /// The end of a line that was taken in part.
    var rest: [UInt8] = []
    var dropped = 0
  }

  /// Writes to a file descriptor that is never closed.
  public init(_ stream: Int32 = StandardStream.error.rawValue) {
    var status = stat()
    fstat(stream, &status)
    let kind = status.st_mode & S_IFMT
    let own = [S_IFIFO, S_IFCHR].contains(kind) ? open("/proc/self/fd/\(stream)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) : -1
    number = own >= 0 ? own : stream
    // F_SETPIPE_SZ, which the Swift importer omits: the reader may be late by some thousand lines.
    if kind == S_IFIFO { _ = fcntl(stream, 1_031, 256 << 10) }
  }

  /// Writes a line with its line feed. Errors count as drops. `notice` returns the line that tells how many lines were dropped.
  public func write(_ line: [UInt8], notice: (Int) -> [UInt8]) {
    state.withLock { state in
      if state.dropped > 0, put(notice(state.dropped), &state.rest) { state.dropped = 0 }
      if state.dropped > 0 || !put(line, &state.rest) { state.dropped += 1 }
    }
  }

  /// Returns whether the line was taken, at least in part: its rest comes before the next line.
  private func put(_ line: [UInt8], _ rest: inout [UInt8]) -> Bool {
    rest.removeFirst(taken(of: rest))
    guard rest.isEmpty else { return false }
    let count = taken(of: line)
    if count > 0 { rest = Array(line.dropFirst(count)) }
    return count > 0
  }

  /// Writes as many bytes as fit now, and returns their number. A file always takes all.
  private func taken(of bytes: [UInt8]) -> Int {
    bytes.isEmpty || !Polling.canWrite(to: number) ? 0 : max(0, Glibc.write(number, bytes, bytes.count))
  }
}
