import Platform
import Synchronization

/// The lines typed or piped into plain mode. Waits for input on a thread of its own, because the threads of the concurrency runtime are few,
/// and reads only when a line is wanted.
public final class PlainInput: Sendable {
  private let read: @Sendable () -> [UInt8]
  private let state = Mutex(State())

  private struct State {
    var splitter = PlainLineSplitter()
    /// Complete lines of the last chunk, the next one last.
    var lines: [PlainLine] = []
    var hasEnded = false
  }

  /// Reads standard input.
  public convenience init() { self.init { (try? StandardStream.input.read(upTo: 4_096)) ?? [] } }

  /// Creates an input that calls `read` for each chunk. `read` blocks, and returns an empty chunk at the end.
  init(read: @escaping @Sendable () -> [UInt8]) { self.read = read }

  /// Returns the next line; `nil` at the end, or if no thread can be started. Call it again only after it has returned.
  public func next() async -> PlainLine? {
    if let line = state.withLock({ $0.lines.popLast() }) { return line }
    return await withCheckedContinuation { continuation in
      do {
        try BackgroundThread.start { continuation.resume(returning: self.readLine()) }
      } catch {
        continuation.resume(returning: nil)
      }
    }
  }

  private func readLine() -> PlainLine? {
    while !state.withLock(\.hasEnded) {
      let chunk = read()
      let line = state.withLock { state in
        guard chunk.isEmpty else {
          state.lines = state.splitter.append(chunk).reversed()
          return state.lines.popLast()
        }
        state.hasEnded = true
        return state.splitter.end()
      }
      if let line { return line }
    }
    return nil
  }
}
