import Glibc

/// A temporary folder with mode 0700, removed with its contents when this object is deinitialized. Its path is short, because the path of a
/// socket has at most 107 bytes.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws(SystemError) {
    var template = Array("/tmp/hc-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .last("mkdtemp", "/tmp") }
    path = String(cString: made)
  }

  deinit { Folder.removeAll(path) }
}
