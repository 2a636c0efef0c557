import Glibc
import Synchronization

/// Keeps what a child writes in a file, and shows it with the child's name in front when somebody watches. The file is bounded: at ``limit`` it becomes
/// `NAME.log.1`, the one before goes.
final class ChildLog: Sendable {
  /// Bytes.
  static let limit = 4 << 20

  private struct State {
    var descriptor: Int32
    var size: Int
    var lastLine = ""
  }

  let path: String
  private let prefix: String
  private let echo: (@Sendable (String) -> Void)?
  private let state: Mutex<State>

  /// `echo` gets each line with its prefix. A file that cannot be opened loses the log, not the child.
  init(_ name: String, in folder: String, echo: (@Sendable (String) -> Void)? = nil) {
    path = "\(folder)/\(name).log"
    prefix = name + String(repeating: " ", count: max(0, 10 - name.count)) + "| "
    self.echo = echo
    let descriptor = Self.open(path)
    state = Mutex(State(descriptor: descriptor, size: descriptor < 0 ? 0 : max(0, Int(lseek(descriptor, 0, SEEK_END)))))
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  /// What it wrote last, to say why it gave up.
  var lastLine: String { state.withLock { $0.lastLine } }

  func append(_ line: String) {
    echo?(prefix + line)
    let bytes = Array((line + "\n").utf8)
    state.withLock { state in
      state.lastLine = line
      if state.size + bytes.count > Self.limit { rotate(&state) }
      state.size += max(0, bytes.withUnsafeBytes { write(state.descriptor, $0.baseAddress, $0.count) })
    }
  }

  private func rotate(_ state: inout State) {
    close(state.descriptor)
    rename(path, path + ".1")
    state.descriptor = Self.open(path)
    state.size = 0
  }

  private static func open(_ path: String) -> Int32 {
    Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }
}
