/// Random numbers that depend only on a seed, the number of a request or connection, and the number of a rule: SplitMix64 (Steele, Lea and
/// Flood, "Fast Splittable Pseudorandom Number Generators").
struct FaultRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, number: Int, rule: Int) {
    state = Self.mix(Self.mix(Self.mix(seed) ^ UInt64(bitPattern: Int64(number))) ^ UInt64(bitPattern: Int64(rule)))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// Returns a number of at least 0 and less than 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
