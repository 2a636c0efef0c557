public import Logging
import Synchronization

/// A log handler factory that records messages.
public final class LogRecorder: Sendable {
  private let level: Logger.Level
  private let entries = Mutex<[(message: String, metadata: Logger.Metadata)]>([])

  /// Creates a recorder for messages at `level` and above.
  public init(_ level: Logger.Level = .trace) { self.level = level }

  public var logger: Logger { Logger(label: "test", factory: { _ in Handler(recorder: self, logLevel: level) }) }
  public var messages: [String] { entries.withLock { $0.map(\.message) } }
  /// One line per event: message and metadata.
  public var lines: [String] { entries.withLock { $0.map { "\($0.message) \($0.metadata)" } } }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { recorder.entries.withLock { $0.append(("\(event.message)", event.metadata ?? [:])) } }
  }
}

extension Logger {
  /// A logger that discards everything.
  public static let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}
