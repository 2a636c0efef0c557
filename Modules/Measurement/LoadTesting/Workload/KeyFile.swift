import Contracts
import MessageBus
import Platform

/// A file, pipe or standard input with a key in each line: a reference such as `people/1`, a search text, or whatever replaces `{key}`. Empty lines, and lines that start
/// with `#`, do not count.
enum KeyFile {
  private static let maxBytes = 256 << 20

  /// Returns a copy of a pipe or of standard input (`-`), which can be read only once, and not by the processes of a run; `nil` for a regular
  /// file. Blocks the thread until the writers have closed the pipe. Throws a 400 if it cannot be read or has no keys.
  static func copy(of path: String) throws(Problem) -> KeyCopy? {
    if path != "-", (try? FileStatus(of: path))?.kind == .regular { return nil }
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.readStream(path, upTo: maxBytes) } catch { throw unreadable(path, error) }
    _ = try keys(in: bytes, of: path)
    do throws(SystemError) { return try KeyCopy(bytes) } catch {
      throw Problem(500, "cannot copy the keys of \(path)", detail: error.reason)
    }
  }

  /// Returns the keys in their order. Throws a 400 if the file cannot be read or has no keys.
  static func read(_ path: String) throws(Problem) -> [String] {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: maxBytes) } catch { throw unreadable(path, error) }
    return try keys(in: bytes, of: path)
  }

  private static func keys(in bytes: [UInt8], of path: String) throws(Problem) -> [String] {
    let keys = keys(String(decoding: bytes, as: UTF8.self))
    guard !keys.isEmpty else { throw .badRequest("--keys-from", "\(path) has no keys; write one in each line, such as people/1") }
    return keys
  }

  private static func unreadable(_ path: String, _ error: RegularFile.ReadError) -> Problem {
    .badRequest("--keys-from", "cannot read \(path): \(error.reason)")
  }

  static func keys(_ text: String) -> [String] {
    text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline).compactMap { line in
      let key = line.drop { $0 == " " || $0 == "\t" }
      guard let last = key.lastIndex(where: { $0 != " " && $0 != "\t" }), !key.hasPrefix("#") else { return nil }
      return String(key[...last])
    }
  }
}

/// A file in a private folder, which is removed with this object.
final class KeyCopy: Sendable {
  let path: String
  private let folder: TemporaryFolder

  fileprivate init(_ bytes: [UInt8]) throws(SystemError) {
    folder = try TemporaryFolder()
    path = "\(folder.path)/keys"
    try RegularFile.replace(path, with: bytes)
  }
}
