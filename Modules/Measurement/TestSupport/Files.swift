import Glibc
import Platform

/// Files of tests: reads and writes them, and brings them into states that programs avoid.
public enum Files {
  /// Returns the contents of a file; `nil` if it cannot be read.
  public static func bytes(_ path: String) -> [UInt8]? { try? Descriptor.open(path, for: .reading).readToEnd() }

  /// Returns the contents of a file as text; `nil` if it cannot be read.
  public static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  /// Returns the size of a file in bytes; `nil` if it does not exist. Does not open it: closing it again would drop the locks that this
  /// process holds on it (POSIX).
  public static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the permission bits of a file; `nil` if it does not exist.
  public static func mode(_ path: String) -> UInt32? { (try? FileStatus(of: path))?.mode }

  /// Writes `bytes` to a file, replacing its contents. Neither its owner nor its mode changes.
  public static func write(_ bytes: [UInt8], to path: String) throws(TestSupportError) {
    do { try Descriptor.open(path, for: .replacing).write(bytes) } catch { throw TestSupportError("\(path): \(error)") }
  }

  /// Overwrites a part of a file, which may be in use.
  public static func overwrite(_ path: String, at offset: Int = 0, with bytes: [UInt8]) throws(TestSupportError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else { throw TestSupportError("cannot overwrite \(path)") }
  }

  public static func truncate(_ path: String, to size: Int) throws(TestSupportError) {
    guard Glibc.truncate(path, size) == 0 else { throw TestSupportError("cannot truncate \(path)") }
  }

  public static func link(_ path: String, to target: String) throws(TestSupportError) {
    guard symlink(target, path) == 0 else { throw TestSupportError("cannot create the link \(path)") }
  }

  public static func makeNamedPipe(_ path: String) throws(TestSupportError) {
    guard mkfifo(path, 0o600) == 0 else { throw TestSupportError("cannot create the named pipe \(path)") }
  }

  /// Returns the path that a symbolic link leads to; `nil` if there is no link.
  public static func linkTarget(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Gives a file to another group. Only root may choose any group.
  public static func changeGroup(of path: String, to group: UInt32) throws(TestSupportError) {
    guard chown(path, .max, group) == 0 else { throw TestSupportError("cannot change the group of \(path)") }
  }

  /// Returns the group of a file; `nil` if it does not exist.
  public static func group(of path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_gid : nil
  }

  /// Gives a file to another user and to the group of the same ID. Only root may do so.
  public static func changeOwner(of path: String, to user: UInt32) throws(TestSupportError) {
    guard chown(path, user, user) == 0 else { throw TestSupportError("cannot change the owner of \(path)") }
  }

  public static func removeFolder(_ path: String) throws(TestSupportError) {
    guard rmdir(path) == 0 else { throw TestSupportError("cannot remove \(path)") }
  }
}
