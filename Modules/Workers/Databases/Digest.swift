/// A 64-bit FNV-1a hash, equal in every process. Detects changed content and damaged rows; not for security.
///
/// Each step is a bijection of the state, so inputs of the same length that differ in a single byte never have the same digest.
public struct Digest: Sendable {
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  public static func of(_ bytes: [UInt8]) -> UInt64 { of(bytes[...]) }

  public static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var digest = Digest()
    digest.add(bytes)
    return digest.value
  }

  public mutating func add(_ bytes: [UInt8]) { add(bytes[...]) }

  public mutating func add(_ bytes: ArraySlice<UInt8>) {
    var value = value
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
    self.value = value
  }

  public mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ UInt64(UInt8(truncatingIfNeeded: number >> Int64(shift)))) &* 0x0000_0100_0000_01b3
    }
  }

  /// Adds the length and the bytes, so that `ab`, `c` differs from `a`, `bc`. `nil` differs from every text.
  public mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    add(Int64(text.utf8.count))
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }
}
