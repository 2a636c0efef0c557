import Glibc
import Launch
import MessageBus

/// Keeps a text for which the terminal's clipboard is too small.
struct KeptCopy {
  private let folder: String

  init(_ environment: Environment) {
    folder = BusAddress.runtimeFolder(environment: environment.only(["XDG_RUNTIME_DIR"]), user: getuid())
  }

  /// The file it is in; `nil` where it could not be written.
  func keep(_ text: String) -> String? {
    guard (try? Folders.make(folder)) != nil else { return nil }
    let path = "\(folder)/clipboard"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      rest = rest.dropFirst(count)
    }
    return path
  }
}
