/// A 64-bit FNV-1a checksum over the columns of a row. Readers use it to detect damaged rows; a change of a single byte is always detected.
/// It protects against failing disks, not against tampering.
public struct RowChecksum: Sendable, Hashable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  /// The checksum as SQLite stores it.
  public var value: Int64 { Int64(bitPattern: hash) }

  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  public mutating func add(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { add($0) }
  }

  /// Adds a terminator after the text, so that `ab`, `c` differs from `a`, `bc`.
  public mutating func add(_ text: String) {
    add(text.utf8)
    add([0xFF])
  }
}
