import Testing

@testable import TerminalUI

@Suite struct ClipboardTests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 matches the RFC`(_ text: String, _ coded: String) { #expect(Clipboard.base64(text.utf8) == coded) }

  @Test func `the sequence is wrapped for multiplexers`() {
    #expect(Clipboard.sequence("foo") == "\u{1B}]52;c;Zm9v\u{7}")
    #expect(Clipboard.sequence("foo", tmux: true) == "\u{1B}]52;c;Zm9v\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Zm9v\u{7}\u{1B}\\")
    let long = Clipboard.sequence(String(repeating: "a", count: 3_000), screen: true) ?? ""
    #expect(long.split(separator: "\u{1B}\\").allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 768 })
  }

  @Test(arguments: [("linux", false), ("linux-16color", false), ("xterm-256color", true), ("tmux-256color", true), ("", true)])
  func `the Linux console has no clipboard`(_ type: String, _ isPossible: Bool) {
    #expect(Clipboard.isPossible(on: type) == isPossible)
  }

  @Test func `text that is too long is rejected`() {
    #expect(Clipboard.sequence(String(repeating: "a", count: Clipboard.limit))?.utf8.count ?? 0 <= 100_000)
    #expect(Clipboard.sequence(String(repeating: "a", count: Clipboard.limit + 1)) == nil)
  }

  @Test func `padding is removed from capabilities`() {
    #expect(TerminalReset.withoutPadding("\u{1B}[?5h$<200/>\u{1B}[?5l$<5>") == "\u{1B}[?5h\u{1B}[?5l")
    #expect(TerminalReset.withoutPadding("cost $5") == "cost $5")
  }
}
