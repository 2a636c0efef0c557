import Testing
import Text

struct PercentCodingTests {
  static let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

  @Test func `unreserved characters are not encoded`() {
    #expect(PercentCoding.encode(Self.unreserved) == Self.unreserved)
    #expect(PercentCoding.encode(Self.unreserved, spaceIsPlus: true) == Self.unreserved)
  }

  @Test func `all other ASCII characters are encoded`() {
    let others = (UInt8(0)..<128).map { Character(Unicode.Scalar($0)) }.filter { !Self.unreserved.contains($0) }
    #expect(others.count == 128 - 66)
    for character in others {
      let encoded = PercentCoding.encode(String(character))
      #expect(encoded.utf8.count == 3 && encoded.hasPrefix("%"))
      #expect(PercentCoding.decode(encoded) == String(character))
      #expect(PercentCoding.encode(String(character), spaceIsPlus: true) == (character == " " ? "+" : encoded))
    }
  }

  @Test(arguments: [("a b", "a%20b"), ("a/b", "a%2Fb"), ("padmé", "padm%C3%A9"), ("\n", "%0A"), ("100%+", "100%25%2B"), ("", "")])
  func `text is encoded and decoded`(text: String, encoded: String) {
    #expect(PercentCoding.encode(text) == encoded)
    #expect(PercentCoding.decode(encoded) == text)
    #expect(PercentCoding.decode(PercentCoding.encode(text, spaceIsPlus: true), plusIsSpace: true) == text)
  }

  @Test(arguments: [("a+b", "a+b", "a b"), ("%2b", "+", "+"), ("%c3%A9", "é", "é"), ("plain", "plain", "plain")])
  func `a plus sign is a space only in queries`(text: String, inPath: String, inQuery: String) {
    #expect(PercentCoding.decode(text) == inPath)
    #expect(PercentCoding.decode(text, plusIsSpace: true) == inQuery)
  }

  @Test(arguments: ["%", "%4", "a%", "%zz", "%4g", "%+1", "%ff", "%C3", "%C3x"]) func `invalid text is not decoded`(text: String) {
    #expect(PercentCoding.decode(text) == nil)
    #expect(PercentCoding.decode(text, plusIsSpace: true) == nil)
  }

  @Test func `bytes that are not UTF-8 are not decoded`() {
    for bytes in [[0x61, 0xFF], [0x2B, 0xFF]] as [[UInt8]] {
      let text = bytes.withUnsafeBytes { PercentCoding.decode($0) }
      #expect(text == nil)
    }
  }
}
