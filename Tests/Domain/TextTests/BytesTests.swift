import Testing
import Text

@Suite struct UTF8TextTests {
  /// Texts around the eight bytes that are read at once.
  @Test(arguments: ["", "a", "1234567", "12345678", "123456789", "é", "1234567é", "12345678é", "Jabba Desilijic Tiure 🐛", "\u{0}\u{7F}"])
  func `valid UTF-8 becomes the text`(text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes {
      #expect(String(validUTF8: $0) == text)
      #expect($0.isUTF8)
      #expect($0.isASCII == bytes.allSatisfy { $0 < 0x80 })
    }
  }

  /// A lone continuation byte, an overlong form, a surrogate, a code point beyond U+10FFFF, and a cut sequence (RFC 3629 section 3).
  @Test(arguments: [[0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3]] as [[UInt8]])
  func `invalid UTF-8 is refused at every position`(invalid: [UInt8]) {
    for length in 0...17 {
      (Array(repeating: 0x61, count: length) + invalid).withUnsafeBytes {
        #expect(String(validUTF8: $0) == nil)
        #expect(!$0.isUTF8)
        #expect(!$0.isASCII)
      }
    }
  }
}

struct ByteEqualityTests {
  /// Counts below, at and above the eight bytes that are compared at a time.
  @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17]) func `a difference at any place is found`(count: Int) {
    let bytes = [UInt8](0..<UInt8(count))
    #expect(isEqual(bytes, bytes))
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x80
      #expect(!isEqual(bytes, other))
    }
    #expect(!isEqual(bytes, bytes + [0]))
    #expect(!isEqual(bytes + [0], bytes))
  }

  private func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { left.hasEqualBytes(as: $0) } }
  }
}
