/// Percent-encoding in paths and queries (RFC 3986 section 2.1).
package enum PercentCoding {
  /// Returns `text` with all bytes of its UTF-8 encoded except unreserved characters (section 2.3): ASCII letters and digits, `-`, `.`, `_`
  /// and `~`. Separators such as `/` and `&` are encoded, too, so encode each component of a path and each name and value of a query on
  /// its own.
  ///
  /// - Parameter spaceIsPlus: whether a space becomes a plus sign, as in queries written by HTML forms.
  package static func encode(_ text: String, spaceIsPlus: Bool = false) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
        encoded.append(byte)
      case UInt8(ascii: " ") where spaceIsPlus: encoded.append(UInt8(ascii: "+"))
      default:
        encoded.append(UInt8(ascii: "%"))
        encoded.append(digit(byte >> 4))
        encoded.append(digit(byte & 15))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
  }

  /// Decodes `text`. Returns `nil` if a percent sign is not followed by two hexadecimal digits or the decoded bytes are not UTF-8.
  ///
  /// - Parameter plusIsSpace: whether a plus sign is a space, as in queries written by HTML forms.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var text = String(text)
    return text.withUTF8 { decode(UnsafeRawBufferPointer($0), plusIsSpace: plusIsSpace) }
  }

  /// Decodes UTF-8 bytes. Copies them only once if none is encoded.
  package static func decode(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String? {
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(validUTF8: bytes)
    }
    var decoded: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = value(rest.next()), let low = value(rest.next()) else { return nil }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func value(_ digit: UInt8?) -> UInt8? {
    digit.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
  }
}
