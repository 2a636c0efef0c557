import Glibc
import Text

/// The distribution of the time by which responses are delayed.
public enum Latency: Sendable, Hashable {
  /// Each time in the range is equally likely.
  case uniform(ClosedRange<Duration>)
  /// Half of the times are shorter than `median`. Their logarithms have the standard deviation `sigma`: with 0.5, one time in a hundred is
  /// more than 3.2 times the median.
  case lognormal(median: Duration, sigma: Double)

  public static let none = fixed(.zero)
  public static func fixed(_ time: Duration) -> Latency { .uniform(time...time) }
  public static func milliseconds(_ count: Int) -> Latency { .fixed(.milliseconds(count)) }

  /// Completes "expected …" in an error.
  public static let expected = "a time such as 20ms, a range such as 10ms..50ms, or lognormal:MEDIAN,SIGMA such as lognormal:20ms,0.5"
  /// The longest delay. A lognormal delay that would be longer takes this time.
  static let longest = Duration.seconds(3_600)

  /// Parses `20ms`, `10ms..50ms` or `lognormal:20ms,0.5`. Returns `nil` for any other text, and for times of more than one hour.
  public init?(_ text: String) {
    func time(_ text: some StringProtocol) -> Duration? {
      DurationText.parse(String(text)).flatMap { $0 <= Self.longest ? $0 : nil }
    }
    if let parameters = text.split(separator: "lognormal:", omittingEmptySubsequences: false).last, text.hasPrefix("lognormal:") {
      let parts = parameters.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let median = time(parts[0]), let sigma = Double(parts[1]), (0...10).contains(sigma) else { return nil }
      self = .lognormal(median: median, sigma: sigma)
    } else if let dots = text.firstRange(of: "..") {
      guard let low = time(text[..<dots.lowerBound]), let high = time(text[dots.upperBound...]), low <= high else { return nil }
      self = .uniform(low...high)
    } else {
      guard let time = time(text) else { return nil }
      self = .fixed(time)
    }
  }

  /// The text that ``init(_:)`` parses.
  public var text: String {
    switch self {
    case .uniform(let range) where range.lowerBound == range.upperBound: DurationText.format(range.lowerBound)
    case .uniform(let range): "\(DurationText.format(range.lowerBound))..\(DurationText.format(range.upperBound))"
    case .lognormal(let median, let sigma): "lognormal:\(DurationText.format(median)),\(sigma)"
    }
  }

  func sample(_ random: inout FaultRandom) -> Duration {
    switch self {
    case .uniform(let range): return range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
    case .lognormal(let median, let sigma):
      // Box and Muller; 1 - unit() is never 0.
      let normal = (-2 * log(1 - random.unit())).squareRoot() * cos(2 * .pi * random.unit())
      let factor = exp(sigma * normal)
      let limit = median > .zero ? Self.longest / median : 0
      return factor < limit ? median * factor : (median > .zero ? Self.longest : .zero)
    }
  }
}

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
