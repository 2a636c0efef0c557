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
  /// digits per component. Also accepts `rgba:`, `#rrggbb` and `#rrrrggggbbbb`. Returns `nil` for anything else.
  public init?(oscReply: String) {
    guard let start = oscReply.firstRange(of: "]11;")?.upperBound else { return nil }
    let text = oscReply[start...].prefix { $0 != "\u{07}" && $0 != "\u{1B}" && $0 != "\u{9C}" }
    let parts: [Substring]
    if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
      parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    } else if text.hasPrefix("#"), text.count == 7 || text.count == 13 {
      let digits = Array(text.dropFirst())
      let width = digits.count / 3
      parts = (0..<3).map { Substring(String(digits[$0 * width..<($0 + 1) * width])) }
    } else {
      return nil
    }
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
