/// Puts text into the clipboard of the person in front of the terminal, also over ssh: an escape sequence that terminals take (OSC 52).
enum Clipboard {
  /// xterm takes sequences of up to 100,000 bytes; more text than this does not fit into one.
  static let limit = 74_994

  /// What to write to the terminal. `nil` for text that is too long. Multiplexers have to be told to hand it on: tmux by `tmux`, GNU screen by
  /// `screen`.
  static func sequence(_ text: String, tmux: Bool = false, screen: Bool = false) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let sequence = "\u{1B}]52;c;\(base64(text.utf8))\u{07}"
    // tmux takes the sequence itself when `set-clipboard` is on, and hands on what is wrapped when `allow-passthrough` is: either may be set.
    if tmux { return sequence + "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\" }
    guard screen else { return sequence }
    // screen hands on strings of at most 768 bytes.
    var rest = Substring(sequence)
    var wrapped = ""
    while !rest.isEmpty {
      wrapped += "\u{1B}P\(rest.prefix(700))\u{1B}\\"
      rest = rest.dropFirst(700)
    }
    return wrapped
  }

  /// RFC 4648, section 4.
  static func base64(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    var group: [UInt8] = []
    func close() {
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * index)) & 63] : UInt8(ascii: "="))
      }
      group.removeAll(keepingCapacity: true)
    }
    for byte in bytes {
      group.append(byte)
      if group.count == 3 { close() }
    }
    if !group.isEmpty { close() }
    return String(decoding: text, as: UTF8.self)
  }
}
