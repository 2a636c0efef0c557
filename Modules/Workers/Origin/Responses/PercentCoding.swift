/// Decoding of percent-encoded paths and queries (RFC 3986 section 2.1).
enum PercentCoding {
  /// Decodes `text`. Returns `nil` if a percent sign is not followed by two hexadecimal digits or the bytes are not UTF-8.
  ///
  /// - Parameter plusIsSpace: whether a plus sign is a space, as in queries written by HTML forms.
  static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = digit(rest.next()), let low = digit(rest.next()) else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
  }

  /// Returns the items of a query in order. Skips items that cannot be decoded.
  static func items(query: some StringProtocol) -> [(name: String, value: String)] {
    query.split(separator: "&").compactMap { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decode(sides[0], plusIsSpace: true), let value = decode(sides.count == 2 ? sides[1] : "", plusIsSpace: true) else {
        return nil
      }
      return (name, value)
    }
  }
}
