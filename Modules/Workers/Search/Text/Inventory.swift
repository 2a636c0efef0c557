/// Which letters a word has, for a quick look at whether two words can be alike.
struct Inventory: Sendable, Hashable {
  /// One bit for each letter of a to z and each digit; others share what is left.
  private let bits: UInt64

  init(_ letters: [Unicode.Scalar]) { bits = letters.reduce(0) { $0 | 1 << Self.place($1.value) } }

  /// At least so many edits lead from this word to the other or to a beginning of it: an edit rids it of one letter that the other lacks.
  func leastEdits(to other: Inventory) -> Int { (bits & ~other.bits).nonzeroBitCount }

  private static func place(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x61...0x7A: scalar - 0x61
    case 0x30...0x39: scalar - 0x30 + 26
    default: 36 + scalar % 28
    }
  }
}
