import Testing
import Text

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
