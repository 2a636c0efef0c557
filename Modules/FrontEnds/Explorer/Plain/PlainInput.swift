import Platform
import Synchronization

/// The lines typed or piped into plain mode. Waits for input on a thread of its own, because the threads of the concurrency runtime are few,
/// and reads only when a line is wanted.
public final class PlainInput: Sendable {
  /// Maximum length of a line in bytes, that of a line typed on a Linux terminal.
  static let maxLength = 4_096

  private let read: @Sendable () -> [UInt8]
  /// The input behind the last line.
  private let unread = Mutex<ArraySlice<UInt8>>([])

  /// Reads standard input.
  public convenience init() { self.init { (try? StandardStream.input.read(upTo: 4_096)) ?? [] } }

  /// Creates an input that calls `read` for each chunk. `read` blocks, and returns an empty chunk at the end.
  init(read: @escaping @Sendable () -> [UInt8]) { self.read = read }

  /// Returns the next line without its line break; `nil` at the end, or if no thread can be started. Of a line that is too long, only the
  /// beginning is kept, which is too long as well.
  public func next() async -> String? {
    await withCheckedContinuation { continuation in
      do { try BackgroundThread.start { continuation.resume(returning: self.readLine()) } } catch { continuation.resume(returning: nil) }
    }
  }

  private func readLine() -> String? {
    unread.withLock { unread in
      var line: [UInt8] = []
      // Room for a carriage return, and for one byte too many.
      func keep(_ bytes: ArraySlice<UInt8>) { line += bytes.prefix(Self.maxLength + 2 - line.count) }
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          keep(unread[..<end])
          unread = unread[end...].dropFirst()
          break
        }
        keep(unread)
        unread = read()[...]
        guard unread.isEmpty else { continue }
        if line.isEmpty { return nil }
        break
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      return String(decoding: line, as: UTF8.self)
    }
  }
}
