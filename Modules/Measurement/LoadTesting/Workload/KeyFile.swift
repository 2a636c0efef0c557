import Contracts
import MessageBus
import Platform

/// A file, pipe or standard input with a key in each line: a reference such as `people/1`, a search text, or whatever replaces `{key}`. Empty
/// lines, and lines that start with `#`, do not count.
enum KeyFile {
  private static let maxBytes = 256 << 20

  /// Returns the keys in their order; `-` is standard input. Blocks the thread until the writers of a pipe have closed it. Throws a 400 if the
  /// file cannot be read or has no keys.
  static func read(_ path: String) throws(Problem) -> [String] {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.readStream(path, upTo: maxBytes) } catch {
      throw .badRequest("--keys-from", "cannot read \(path): \(error.reason)")
    }
    let keys = keys(String(decoding: bytes, as: UTF8.self))
    guard !keys.isEmpty else { throw .badRequest("--keys-from", "\(path) has no keys; write one in each line, such as people/1") }
    return keys
  }

  static func keys(_ text: String) -> [String] {
    text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline).compactMap { line in
      let key = line.drop { $0 == " " || $0 == "\t" }
      guard let last = key.lastIndex(where: { $0 != " " && $0 != "\t" }), !key.hasPrefix("#") else { return nil }
      return String(key[...last])
    }
  }
}
