import Glibc

/// A temporary folder with mode 0700, removed with its contents when this object is deinitialized. Its path is short, because an ipc endpoint has
/// at most 107 bytes.
public final class TemporaryDirectory: Sendable {
  public let path: String

  /// Creates the folder. Throws ``TestSupportError`` if that fails.
  public init() throws(TestSupportError) {
    var template = Array("/tmp/hc-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw TestSupportError("mkdtemp: \(String(cString: strerror(errno)))") }
    path = String(cString: made)
  }

  /// Returns the path of the file `name` in this folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `text` to the file `name`, replacing its contents.
  public func write(_ text: String, to name: String) throws(TestSupportError) {
    guard let file = fopen(self.file(name), "w") else { throw TestSupportError("\(name): \(String(cString: strerror(errno)))") }
    fputs(text, file)
    fclose(file)
  }

  /// Writes the script `text` to the file `name` and waits until it can be executed. A process that another test is starting inherits all
  /// descriptors until exec, and a file that is open for writing cannot be executed (ETXTBSY, execve(2)).
  public func writeProgram(_ text: String, to name: String) throws(TestSupportError) {
    try write(text, to: name)
    chmod(file(name), 0o700)
    let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    // A read lease is granted only if no process has the file open for writing (fcntl(2)).
    for _ in 0..<30_000 {
      if fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0 {
        _ = fcntl(descriptor, Self.setLease, Int32(F_UNLCK))
        return
      }
      guard errno == EAGAIN else { break }
      poll(nil, 0, 1)
    }
    throw TestSupportError("\(name) is still open for writing: \(String(cString: strerror(errno)))")
  }

  /// F_SETLEASE, which <fcntl.h> defines only with _GNU_SOURCE.
  private static let setLease: Int32 = 1_024

  deinit { Self.remove(path) }

  /// Removes a folder and its contents. Links are removed, not followed.
  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        let inner = "\(path)/\(name)"
        var status = stat()
        if lstat(inner, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { remove(inner) } else { unlink(inner) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
