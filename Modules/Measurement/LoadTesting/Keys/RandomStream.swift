/// Random numbers that depend on a seed and the number of a request only (SplitMix64). Every request of a run can so be computed by itself:
/// the processes and front-ends of a run share no state, and a run can be repeated.
package struct RandomStream: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64, request: Int) {
    // Streams that start at neighbouring states would overlap, so the number is mixed first.
    state = Self.mix(seed ^ Self.mix(UInt64(truncatingIfNeeded: request)))
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// Returns a number from 0 to 1, without 1.
  package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a number from 0 to `count`, without `count`, which must be 1 or more.
  package mutating func index(below count: Int) -> Int {
    // The high half of the product: the bias, 2⁻⁶⁴ times the count, does not matter here.
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
