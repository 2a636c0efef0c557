import Glibc

/// Brightness of a terminal's background, as reported by the terminal.
public enum TerminalBackground: Sendable, Hashable {
  case light, dark

  /// Parses the variable `COLORFGBG` that some terminals set: `15;0`, `0;default;15`. The last number is the background in the 16-colour
  /// palette, where 7 and 9 to 15 are light. Returns `nil` for anything else.
  public init?(colorVariable text: String) {
    guard let last = text.split(separator: ";", omittingEmptySubsequences: false).last, let number = Int(last), (0...15).contains(number)
    else { return nil }
    self = number == 7 || number > 8 ? .light : .dark
  }

  /// Parses a terminal's reply to OSC 11 (`ESC ] 11 ; ? BEL`): `ESC ] 11 ; rgb:1e1e/1e1e/1e1e`, terminated by BEL or ST, with one to four
  /// digits per component. Also accepts `rgba:`. Returns `nil` for anything else.
  public init?(oscReply: String) {
    guard let start = oscReply.firstRange(of: "]11;")?.upperBound else { return nil }
    let text = oscReply[start...].prefix { $0 != "\u{07}" && $0 != "\u{1B}" && $0 != "\u{9C}" }
    guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:") else { return nil }
    let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let shares = parts.prefix(3).compactMap(Self.share)
    guard (3...4).contains(parts.count), shares.count == 3 else { return nil }
    self = Luminance.relative(red: shares[0], green: shares[1], blue: shares[2]) > Luminance.middle ? .light : .dark
  }

  /// Returns one to four hexadecimal digits as a fraction of their maximum.
  private static func share(_ digits: Substring) -> Double? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit), let number = Int(digits, radix: 16) else { return nil }
    return Double(number) / Double((1 << (4 * digits.utf8.count)) - 1)
  }
}

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
