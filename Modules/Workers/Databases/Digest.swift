/// A 64-bit hash, equal in every process. Detects changed content and damaged rows; not for security.
///
/// Each step is a bijection of the state, so inputs of the same length that differ in a single byte never have the same digest. Bytes
/// that differ only in zeros at the end may have: where that can occur, their length has to be added.
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

  public mutating func add(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { add($0) } }

  public mutating func add(_ number: Int64) { mix(UInt64(bitPattern: number)) }

  /// Adds the length and the bytes, so that `ab`, `c` differs from `a`, `bc`. `nil` differs from every text.
  public mutating func add(_ text: String?) {
    guard var text else { return add(-1) }
    add(Int64(text.utf8.count))
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds eight bytes at a time, and the rest one by one.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    for byte in bytes[offset...] { mix(UInt64(byte)) }
  }

  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    // The product moves bits up only.
    value ^= value >> 32
  }
}
