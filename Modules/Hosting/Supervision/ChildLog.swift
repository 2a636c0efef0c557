import Hosting
import Synchronization
import Text

/// The output of a child in a log file of bounded size, optionally echoed with the child's name as a prefix.
final class ChildLog: Sendable {
  /// The limit of the ``LogFile`` in bytes.
  static let limit = 4 << 20

  private let file: LogFile
  private let prefix: String
  private let echo: (@Sendable (String) -> Void)?
  private let last = Mutex(LastLines())

  var path: String { file.path }

  /// `echo` is called with each prefixed line, safe to write to a terminal. If the log file cannot be opened, the child runs without a log.
  init(_ name: String, in folder: String, echo: (@Sendable (String) -> Void)? = nil) {
    file = LogFile("\(folder)/\(name).log", limit: Self.limit)
    prefix = name + String(repeating: " ", count: max(0, 10 - name.count)) + "| "
    self.echo = echo
  }

  /// Forgets the ``lastLines`` of an earlier run of the child.
  func startRun() { last.withLock { $0 = LastLines() } }

  /// The last lines of output of this run, used to report why a child failed.
  var lastLines: [String] { last.withLock(\.lines) }
  var lastLine: String { lastLines.last ?? "" }

  func append(_ line: String) {
    echo?(prefix + line.printable)
    last.withLock { $0.append(line) }
    file.append(Array((line + "\n").utf8))
  }
}
