import Glibc

/// How bright colours are to the eye (WCAG 2.2, relative luminance).
enum Luminance {
  /// Black text and white text are equally well readable on it.
  static let middle = 0.179

  /// From 0 for black to 1 for white; each part from 0 to 1 in sRGB.
  static func relative(red: Double, green: Double, blue: Double) -> Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// From 1 for equal colours to 21 for black and white.
  static func contrast(_ first: Double, _ second: Double) -> Double {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private static func linear(_ share: Double) -> Double { share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4) }
}
