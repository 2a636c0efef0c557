/// Reads Swift code as text.
enum SwiftCode {
  /// Returns the UTF-8 bytes of `text` without comments and without the contents of string literals. Takes linear time.
  static func withoutCommentsAndStrings(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var code: [UInt8] = []
    code.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "/"), bytes[index...].starts(with: "//".utf8) {
        index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if let literal = string(in: bytes, from: index) {
        code += "\"\"".utf8
        index = literal
      } else {
        code.append(bytes[index])
        index += 1
      }
    }
    return code
  }

  /// Returns the end of the string literal that begins at `start`, or `nil` if none does. An interpolation may contain further literals.
  private static func string(in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "#") else { return nil }
    let pounds = bytes[start...].prefix { $0 == UInt8(ascii: "#") }.count
    var index = start + pounds
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    let quotes = bytes[index...].starts(with: "\"\"\"".utf8) ? 3 : 1
    let delimiter = Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: pounds)
    let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
    index += quotes
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: delimiter) { return index + delimiter.count }
      if rest.starts(with: escape) {
        index += escape.count
        if index < bytes.count, bytes[index] == UInt8(ascii: "(") { index = interpolation(in: bytes, from: index) } else { index += 1 }
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  /// Returns the end of the interpolation whose parenthesis opens at `start`.
  private static func interpolation(in bytes: [UInt8], from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      if let literal = string(in: bytes, from: index) {
        index = literal
        continue
      }
      if bytes[index] == UInt8(ascii: "(") { depth += 1 }
      if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
      index += 1
      if depth == 0 { return index }
    }
    return index
  }
}
