/// A 64-bit hash (FNV-1a) that is the same in every process: tells "the same bytes" from news, and a sound row from a damaged one. Not for
/// security.
///
/// Every step maps the state one to one, so two inputs that differ in one byte, and above all in one bit, never have the same digest.
struct Digest: Sendable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  static func of(_ bytes: [UInt8]) -> UInt64 {
    var digest = Digest()
    digest.add(bytes)
    return digest.value
  }

  mutating func add(_ bytes: [UInt8]) {
    var value = value
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
    self.value = value
  }

  mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ UInt64(UInt8(truncatingIfNeeded: number >> Int64(shift)))) &* 0x0000_0100_0000_01b3
    }
  }

  /// With its length, so that neighbours do not run into one another. `nil` differs from every text.
  mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    add(Int64(text.utf8.count))
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}
