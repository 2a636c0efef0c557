import TestSupport

/// Seeded changes of inputs: bits flipped, bytes removed, repeated and replaced. The same seed gives the same changes.
struct InputChanges {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func next(below bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }

  /// Returns `input` after one to four changes.
  mutating func apply(to input: [UInt8]) -> [UInt8] {
    var bytes = input
    for _ in 0...next(below: 4) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes.append(UInt8(next(below: 256)))
      return
    }
    let start = next(below: bytes.count)
    let range = start..<min(bytes.count, start + 1 + next(below: 16))
    switch next(below: 5) {
    case 0: bytes[start] ^= 1 << next(below: 8)
    case 1: bytes[start] = UInt8(next(below: 256))
    case 2: bytes.removeSubrange(range)
    case 3: bytes.insert(contentsOf: bytes[range], at: next(below: bytes.count))
    default: bytes.insert(contentsOf: Array("\"{[0x\u{202E}\u{1B}%".utf8), at: start)
    }
  }
}
