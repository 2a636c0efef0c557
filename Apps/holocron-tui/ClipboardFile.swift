import Localization
import MessageBus
import Platform

/// A file for copied text, used if the terminal has no clipboard or the text is too long for it.
struct ClipboardFile {
  private let folder: String

  init(_ environment: Environment) { folder = XDGFolders(environment).runtime() }

  /// Writes `text` and returns what to say: the path of the file, or why it cannot be written.
  func write(_ text: String) -> Phrase {
    let path = "\(folder)/clipboard"
    do throws(RuntimeFolder.Weakness) { try RuntimeFolder.prepare(folder) } catch {
      return .cannotCopy(to: path, reason: error.message(about: folder))
    }
    do throws(SystemError) { try RegularFile.replace(path, with: Array(text.utf8)) } catch {
      return .cannotCopy(to: path, reason: error.reason)
    }
    return Phrase("copied to {path}", .text(path))
  }
}
