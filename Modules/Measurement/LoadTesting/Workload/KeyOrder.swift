import Glibc
import OrderedJSON

/// Which key each request asks for.
enum KeyOrder: Sendable, Hashable {
  case uniform
  /// Zipf's law with this exponent: few keys are asked for most of the time.
  case zipf(Double)
  case sequential
  /// A new key for every request, so that every request is a cache miss.
  case unique
}

/// Picks the key of each request, in logarithmic time.
struct KeyPicker: Sendable {
  private let order: KeyOrder
  private let count: Int
  /// For Zipf's law, the sums of the shares of each key and those before it; empty for other orders.
  private let sums: [Double]

  /// - Parameter count: the number of keys, 1 or more.
  init(_ order: KeyOrder, count: Int) {
    self.order = order
    self.count = count
    var (sum, sums) = (0.0, [Double]())
    if case .zipf(let exponent) = order {
      for rank in 1...count {
        sum += pow(Double(rank), -exponent)
        sums.append(sum)
      }
    }
    self.sums = sums
  }

  /// Returns the index of the key for the request with this number: from 0 to the number of keys, or the number of the request itself for
  /// ``KeyOrder/unique``.
  func key(of number: Int, _ random: inout RandomStream) -> Int {
    switch order {
    case .uniform: return random.index(below: count)
    case .zipf:
      let place = random.fraction() * (sums.last ?? 0)
      return min(count - 1, sums.firstIndexInOrder { $0 > place })
    case .sequential: return number % count
    case .unique: return number
    }
  }
}

extension Array {
  /// Returns the index of the first element that `isBeyond` a point, as are all after it; their number if none is. Takes logarithmic time.
  package func firstIndexInOrder(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Random numbers that depend on a seed and the number of a request only (SplitMix64), so that a run can be repeated.
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
