public import Logging
import Synchronization

/// Records log messages.
public final class LogRecorder: Sendable {
  private let level: Logger.Level
  private let kept = Mutex<[(message: String, metadata: Logger.Metadata)]>([])

  /// Keeps what is logged at `level` and above.
  public init(_ level: Logger.Level = .trace) { self.level = level }

  public var logger: Logger { Logger(label: "test", factory: { _ in Handler(recorder: self, logLevel: level) }) }
  public var messages: [String] { kept.withLock { $0.map(\.message) } }
  /// Message and metadata, a line each.
  public var lines: [String] { kept.withLock { $0.map { "\($0.message) \($0.metadata)" } } }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { recorder.kept.withLock { $0.append(("\(event.message)", event.metadata ?? [:])) } }
  }
}
