/// A Lua script that servers keep and run by the SHA-1 of its text (EVALSHA).
public struct RedisScript: Sendable, Hashable {
  let text: [UInt8]
  /// 40 hexadecimal digits.
  let digest: [UInt8]

  /// Hashes the text: create a script once.
  public init(_ text: String) {
    self.text = Array(text.utf8)
    digest = Self.sha1(self.text).flatMap { word in
      (0..<8).map { Array("0123456789abcdef".utf8)[Int(word >> (28 - 4 * UInt32($0)) & 15)] }
    }
  }

  /// Returns the five words of the SHA-1 (RFC 3174), which identifies a script for Redis and protects nothing.
  private static func sha1(_ text: [UInt8]) -> [UInt32] {
    var message = text + [0x80]
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: (text.count << 3) >> (56 - 8 * $0)) }
    var hash: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
    for start in stride(from: 0, to: message.count, by: 64) {
      var words = (0..<16).map { index in (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(message[start + 4 * index + $1]) } }
      for index in 16..<80 { words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)) }
      var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
      for index in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch index {
          case ..<20: (b & c | ~b & d, 0x5a82_7999)
          case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        (a, b, c, d, e) = (rotated(a, 5) &+ mixed &+ e &+ constant &+ words[index], a, rotated(b, 30), c, d)
      }
      hash = zip(hash, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return hash
  }
}
