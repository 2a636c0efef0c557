import Glibc

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
