import Glibc
import OrderedJSON

/// Which key each request asks for.
enum KeyOrder: Sendable, Hashable {
  /// Every key is as likely as any other.
  case uniform
  /// Zipf's law with this exponent: few keys are asked for most of the time.
  case zipf(Double)
  /// One key after the other, then from the start again.
  case sequential
  /// The first `keys` keys get this share of the requests, from 0 to 1; the others share the rest.
  case hotSet(keys: Int, share: Double)
  /// A new key for every request, so that every request is a cache miss.
  case unique

  /// Parses `10:90%`: the number of hot keys and their share of the requests.
  static func parseHotSet(_ text: String) -> KeyOrder? {
    let halves = text.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, let keys = Int(digits: halves[0]), (1...100_000_000).contains(keys),
      let share = Decimal.percentage(halves[1]), share <= 1
    else { return nil }
    return .hotSet(keys: keys, share: share)
  }
}

/// Picks the key of each request, in constant time.
struct KeyPicker: Sendable {
  private let order: KeyOrder
  private let count: Int
  private let zipf: ZipfSampler?

  /// - Parameter count: the number of keys, 1 or more.
  init(_ order: KeyOrder, count: Int) {
    self.order = order
    self.count = count
    zipf = if case .zipf(let exponent) = order { ZipfSampler(count: count, exponent: exponent) } else { nil }
  }

  /// Returns the index of the key for the request with this number: from 0 to the number of keys, or the number of the request itself for
  /// ``KeyOrder/unique``.
  func key(of number: Int, _ random: inout RandomStream) -> Int {
    switch order {
    case .uniform: return random.index(below: count)
    case .zipf: return (zipf?.rank(&random) ?? 1) - 1
    case .sequential: return number % count
    case .unique: return number
    case .hotSet(let keys, let share):
      guard keys < count else { return random.index(below: count) }
      let isHot = random.fraction() < share
      return isHot ? random.index(below: keys) : keys + random.index(below: count - keys)
    }
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

/// Ranks that follow Zipf's law: rank k is drawn with a probability in proportion to 1/k^exponent.
///
/// Rejection-inversion (W. Hörmann and G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", ACM
/// TOMACS 6, 1996): constant time and memory for any number of ranks; at least two thirds of the draws are accepted.
struct ZipfSampler: Sendable {
  private let count: Double
  private let exponent: Double
  /// The integral of the density up to the ends of the first and the last rank.
  private let first, last: Double
  /// Draws this close below the middle of a rank are accepted without a further test.
  private let margin: Double

  /// - Parameters:
  ///   - count: the number of ranks, 1 or more.
  ///   - exponent: greater than 0; the larger, the more often the first ranks are drawn.
  init(count: Int, exponent: Double) {
    self.count = Double(count)
    self.exponent = exponent
    first = Self.integral(1.5, exponent) - 1
    last = Self.integral(Double(count) + 0.5, exponent)
    margin = 2 - Self.inverse(Self.integral(2.5, exponent) - Self.density(2, exponent), exponent)
  }

  /// Returns a rank from 1 to `count`.
  func rank(_ random: inout RandomStream) -> Int {
    while true {
      let area = last + random.fraction() * (first - last)
      let position = Self.inverse(area, exponent)
      let rank = min(max((position + 0.5).rounded(.down), 1), count)
      if rank - position <= margin || area >= Self.integral(rank + 0.5, exponent) - Self.density(rank, exponent) { return Int(rank) }
    }
  }

  private static func density(_ x: Double, _ exponent: Double) -> Double { exp(-exponent * log(x)) }

  /// The integral of the density from 1 to `x`: (x^(1−s) − 1)/(1−s), and log x for s = 1.
  private static func integral(_ x: Double, _ exponent: Double) -> Double {
    let logarithm = log(x)
    let scaled = (1 - exponent) * logarithm
    // expm1(y)/y, whose series avoids the division by a number close to 0.
    let factor = abs(scaled) > 1e-8 ? expm1(scaled) / scaled : 1 + scaled / 2
    return factor * logarithm
  }

  private static func inverse(_ area: Double, _ exponent: Double) -> Double {
    // Rounding may lead below −1, where the logarithm has no value.
    let scaled = max(-1, area * (1 - exponent))
    let factor = abs(scaled) > 1e-8 ? log1p(scaled) / scaled : 1 - scaled / 2
    return exp(factor * area)
  }
}
