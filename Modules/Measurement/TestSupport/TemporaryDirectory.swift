import Glibc

/// A folder of this test alone, mode 0700, with a short path so that sockets in it stay below the 107 bytes of an ipc endpoint. It goes, with all in it, when
/// the last reference does.
public final class TemporaryDirectory: Sendable {
  public let path: String

  /// Throws ``TestSupportError`` when the operating system refuses.
  public init() throws(TestSupportError) {
    var template = Array("/tmp/hc-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw TestSupportError("mkdtemp: \(String(cString: strerror(errno)))") }
    path = String(cString: made)
  }

  /// The path of `name` inside.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `text` to the file `name`, which is replaced.
  public func write(_ text: String, to name: String) throws(TestSupportError) {
    guard let file = fopen(self.file(name), "w") else { throw TestSupportError("\(name): \(String(cString: strerror(errno)))") }
    fputs(text, file)
    fclose(file)
  }

  /// Writes the script `text` to the file `name`, which can be executed at once: a process that another test is starting holds all descriptors of
  /// this one until it executes its own program, and a file that is open for writing cannot be executed (ETXTBSY, execve(2)).
  public func writeProgram(_ text: String, to name: String) throws(TestSupportError) {
    try write(text, to: name)
    chmod(file(name), 0o700)
    let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    // A read lease is given when nobody has the file open for writing (fcntl(2)).
    for _ in 0..<30_000 {
      if fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0 {
        _ = fcntl(descriptor, Self.setLease, Int32(F_UNLCK))
        return
      }
      guard errno == EAGAIN else { break }
      poll(nil, 0, 1)
    }
    throw TestSupportError("\(name) stays open for writing: \(String(cString: strerror(errno)))")
  }

  /// F_SETLEASE, which <fcntl.h> keeps behind _GNU_SOURCE.
  private static let setLease: Int32 = 1_024

  deinit { Self.remove(path) }

  /// Links are removed, not followed.
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
