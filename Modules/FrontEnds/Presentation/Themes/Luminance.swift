import Glibc

/// Relative luminance of colours (WCAG 2.2).
enum Luminance {
  /// Luminance of a background on which black and white text have the same contrast.
  static let middle = 0.179

  /// Returns the relative luminance, 0 for black to 1 for white, of an sRGB colour with components from 0 to 1.
  static func relative(red: Double, green: Double, blue: Double) -> Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  private static func linear(_ share: Double) -> Double { share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4) }
}
