import Glibc

/// Functions of the C library that the standard library of Swift lacks.
enum MathFunctions {
  static func log10(_ value: Double) -> Double { Glibc.log10(value) }

  static func exponential(base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// Returns the probability that a standard normal variable differs from 0 by at least `deviation`.
  static func twoSidedProbability(_ deviation: Double) -> Double { erfc(deviation.magnitude / 2.0.squareRoot()) }
}
