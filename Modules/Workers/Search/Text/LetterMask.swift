/// Bit mask of the letters of a word, for a fast lower bound of the edit distance.
struct LetterMask: Sendable, Hashable, BitwiseCopyable {
  /// One bit for each letter a to z and each digit; other characters share the remaining bits.
  private let bits: UInt64

  init(_ letters: some Sequence<Unicode.Scalar>) { bits = letters.reduce(0) { $0 | 1 << Self.bit(for: $1.value) } }

  /// Returns whether at most `edits` edits, few, may lead from this word to the other word or a prefix of it: each edit removes at most one
  /// letter that the other word lacks.
  func mayBecome(_ other: LetterMask, edits: Int) -> Bool {
    var missing = bits & ~other.bits
    for _ in 0..<edits { missing &= missing &- 1 }
    return missing == 0
  }

  private static func bit(for scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x61...0x7A: scalar - 0x61
    case 0x30...0x39: scalar - 0x30 + 26
    default: 36 + scalar % 28
    }
  }
}
