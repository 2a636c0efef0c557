/// Copies text to the user's clipboard, also over SSH, with a terminal escape sequence (OSC 52).
enum Clipboard {
  /// Maximum length of the text in bytes: xterm accepts sequences of up to 100,000 bytes.
  static let limit = 74_994

  /// Whether a terminal of this type (`TERM`) can have a clipboard. The Linux console has none and ignores the sequence.
  static func isPossible(on type: String) -> Bool { type != "linux" && !type.hasPrefix("linux-") }

  /// Returns the sequence to write; `nil` if the text is too long. `tmux` and `screen` say which multiplexer must pass it on.
  static func sequence(_ text: String, tmux: Bool = false, screen: Bool = false) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let sequence = "\u{1B}]52;c;\(base64(text.utf8))\u{07}"
    // tmux accepts the plain sequence with `set-clipboard` and the wrapped one with `allow-passthrough`; either may be enabled.
    if tmux { return sequence + "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\" }
    guard screen else { return sequence }
    // GNU screen passes on strings of at most 768 bytes.
    var rest = Substring(sequence)
    var wrapped = ""
    while !rest.isEmpty {
      wrapped += "\u{1B}P\(rest.prefix(700))\u{1B}\\"
      rest = rest.dropFirst(700)
    }
    return wrapped
  }

  static func base64(_ bytes: some Collection<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (text, rest) = ([UInt8](), bytes[...])
    while !rest.isEmpty {
      let group = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      text += (0..<4).map { $0 <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * $0)) & 63] : UInt8(ascii: "=") }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
