import Hosting
import Synchronization

/// Keeps what a child writes in a file of bounded size, and shows it with the child's name in front when somebody watches.
final class ChildLog: Sendable {
  /// Bytes; see ``LogFile``.
  static let limit = 4 << 20

  private let file: LogFile
  private let prefix: String
  private let echo: (@Sendable (String) -> Void)?
  private let last = Mutex("")

  var path: String { file.path }

  /// `echo` gets each line with its prefix. A file that cannot be opened loses the log, not the child.
  init(_ name: String, in folder: String, echo: (@Sendable (String) -> Void)? = nil) {
    file = LogFile("\(folder)/\(name).log", limit: Self.limit)
    prefix = name + String(repeating: " ", count: max(0, 10 - name.count)) + "| "
    self.echo = echo
  }

  /// What it wrote last, to say why it gave up.
  var lastLine: String { last.withLock(\.self) }

  func append(_ line: String) {
    echo?(prefix + line)
    last.withLock { $0 = line }
    file.append(Array((line + "\n").utf8))
  }
}
