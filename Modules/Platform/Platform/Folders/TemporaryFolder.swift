import Glibc

/// A temporary folder with mode 0700, removed with its contents when this object is deinitialized. Its path is short, because the path of a
/// socket has at most 107 bytes.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Creates the folder in `parent`.
  public init(in parent: String = "/tmp") throws(SystemError) {
    var template = Array("\(parent)/hc-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .last("mkdtemp", parent) }
    path = String(cString: made)
  }

  deinit { Folder.removeAll(path) }
}
