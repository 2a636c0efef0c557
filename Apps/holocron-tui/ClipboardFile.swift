import Console
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
    return Array(text.utf8).withUnsafeBytes { StandardOutput.writeAll($0, to: file) } ? path : nil
  }
}
