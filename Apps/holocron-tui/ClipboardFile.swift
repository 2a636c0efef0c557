import Glibc
import Launch
import MessageBus

/// A file for copied text that is too long for the terminal's clipboard.
struct ClipboardFile {
  private let folder: String

  init(_ environment: Environment) {
    folder = BusAddress.runtimeFolder(environment: environment.only(["XDG_RUNTIME_DIR"]), user: getuid())
  }

  /// Writes `text` and returns the path of the file; `nil` if it cannot be written.
  func write(_ text: String) -> String? {
    guard (try? Folders.make(folder)) != nil else { return nil }
    let path = "\(folder)/clipboard"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      rest = rest.dropFirst(count)
    }
    return path
  }
}
