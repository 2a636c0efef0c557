import Glibc
import TestSupport

/// Reads and writes whole files.
enum FileBytes {
  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw TestSupportError("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw TestSupportError("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw TestSupportError("\(path) cannot be written") }
  }
}
