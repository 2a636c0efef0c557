import Glibc
import Platform

/// A temporary folder with mode 0700, removed with its contents when this object is deinitialized. Its path is short, because an ipc endpoint has
/// at most 107 bytes.
public final class TemporaryDirectory: Sendable {
  private let folder: TemporaryFolder
  public var path: String { folder.path }

  /// Creates the folder. Throws ``TestSupportError`` if that fails.
  ///
  /// - Parameter inMemory: Whether the folder is on the memory file system that Linux mounts at /dev/shm (shm_overview(7)), if there is one: for
  ///   tests that write hundreds of files, and would wait minutes for a busy disk.
  public init(inMemory: Bool = false) throws(TestSupportError) {
    if inMemory, let folder = try? TemporaryFolder(in: "/dev/shm") {
      self.folder = folder
      return
    }
    do { folder = try TemporaryFolder() } catch { throw TestSupportError("\(error)") }
  }

  /// Returns the path of the file `name` in this folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes `text` to the file `name`, replacing its contents.
  public func write(_ text: String, to name: String) throws(TestSupportError) {
    do { try Descriptor.open(file(name), for: .replacing).write(Array(text.utf8)) } catch { throw TestSupportError("\(name): \(error)") }
  }

  /// Writes the script `text` to the file `name` and waits until it can be executed. A process that another test is starting inherits all
  /// descriptors until exec, and a file that is open for writing cannot be executed (ETXTBSY, execve(2)).
  public func writeProgram(_ text: String, to name: String) throws(TestSupportError) {
    try write(text, to: name)
    do { try FileSystem.setMode(0o700, of: file(name)) } catch { throw TestSupportError("\(error)") }
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
    throw TestSupportError("\(name) is still open for writing: error \(errno)")
  }

  /// F_SETLEASE, which <fcntl.h> defines only with _GNU_SOURCE.
  private static let setLease: Int32 = 1_024
}
