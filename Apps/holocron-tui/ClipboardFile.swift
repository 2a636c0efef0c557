import MessageBus
import Platform

/// A file for copied text, used if the terminal has no clipboard or the text is too long for it.
struct ClipboardFile {
  private let folder: String

  init(_ environment: Environment) { folder = XDGFolders(environment).runtime() }

  /// Writes `text` and returns the path of the file; `nil` if it cannot be written.
  func write(_ text: String) -> String? {
    let path = "\(folder)/clipboard"
    do {
      try RuntimeFolder.prepare(folder)
      try RegularFile.replace(path, with: Array(text.utf8))
    } catch { return nil }
    return path
  }
}
