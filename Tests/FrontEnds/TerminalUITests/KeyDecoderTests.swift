import Explorer
import Presentation
import Testing

@testable import TerminalUI

/// From what curses reads to messages.
@Suite struct KeyDecoderTests {
  private static let start = ContinuousClock.now

  private static func characters(_ text: String) -> [RawInput] { text.unicodeScalars.map { .character($0) } }

  @Test(arguments: [
    ("a", ["a"]), ("é", ["é"]), ("\u{1B}", ["esc"]), ("\u{1B}x", ["alt-x"]), ("\u{1B}\u{1B}", ["esc", "esc"]), ("\u{10}", ["ctrl-p"]),
    ("\u{1B}]q", ["alt-]", "q"]), ("\u{1B}]1j", ["alt-]", "1", "j"]),
    ("\r", ["enter"]), ("\t", ["tab"]), ("\u{7F}", ["backspace"]), ("\u{8}", ["backspace"]), (" ", ["space"]), ("\u{1A}", ["ctrl-z"]),
  ])
  func `characters are decoded as keys`(_ text: String, _ strokes: [String]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Self.characters(text), at: Self.start) == strokes.compactMap { KeyStroke($0) }.map(Input.stroke))
  }

  /// A long input is read in pieces, which may end inside a key.
  @Test func `an escape at the end of a piece belongs to what follows`() {
    var decoder = KeyDecoder()
    var pieces: [[Input]] = []
    for (text, isComplete) in [("a\u{1B}", false), ("x", true), ("\u{1B}", false), ("", true)] {
      pieces.append(decoder.decode(Self.characters(text), isComplete: isComplete, at: Self.start))
    }
    let expected = [["a"], ["alt-x"], [], ["esc"]].map { $0.compactMap { KeyStroke($0) }.map(Input.stroke) }
    #expect(pieces == expected)
  }

  @Test func `keys and clicks stay in order`() {
    var decoder = KeyDecoder()
    let click = MouseEvent(column: 3, row: 4, wheel: nil)
    let read: [RawInput] = [.character("/"), .mouse(click), .key(KeyStroke(.up)), .character("\u{1B}"), .mouse(click), .character("q")]
    let expected: [Input] = [
      .stroke(KeyStroke("/")), .mouse(click), .stroke(KeyStroke(.up)), .stroke(KeyStroke(.escape)), .mouse(click), .stroke(KeyStroke("q")),
    ]
    #expect(decoder.decode(read, at: Self.start) == expected)
    // A pasted text may contain what a mouse sends.
    #expect(decoder.decode([.pasteBegins, .mouse(click), .pasteEnds], at: Self.start) == [.paste("")])
  }

  @Test(arguments: ["\u{7}", "\u{1B}\\"])
  func `a terminal response is not decoded as keys`(_ end: String) {
    var decoder = KeyDecoder()
    let read = Self.characters("j\u{1B}]11;rgb:ffff/ffff/ffff\(end)k")
    let expected: [Input] = [.stroke(KeyStroke("j")), .response("11;rgb:ffff/ffff/ffff"), .stroke(KeyStroke("k"))]
    #expect(decoder.decode(read, at: Self.start) == expected)
    // The result does not depend on how the input is split.
    var slow = KeyDecoder()
    let pieces = [Array(read[..<8]), Array(read[8..<20]), Array(read[20...])]
    #expect(pieces.flatMap { slow.decode($0, at: Self.start) } == expected)
  }

  @Test func `an unterminated response does not swallow keys for ever`() {
    var decoder = KeyDecoder()
    _ = decoder.decode(Self.characters("\u{1B}]11;" + String(repeating: "x", count: 300)), at: Self.start)
    #expect(decoder.decode(Self.characters("q"), at: Self.start) == [.stroke(KeyStroke("q"))])
  }

  @Test func `a long paste is cut, and the next one starts anew`() {
    var decoder = KeyDecoder()
    let long = String(repeating: "x", count: KeyDecoder.maxPasteLength + 10)
    let kept = String(long.prefix(KeyDecoder.maxPasteLength))
    #expect(decoder.decode([.pasteBegins] + Self.characters(long) + [.pasteEnds], at: Self.start) == [.paste(kept)])
    #expect(decoder.decode([.pasteBegins] + Self.characters("y") + [.pasteEnds], at: Self.start) == [.paste("y")])
  }

  @Test func `a paste is one text`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([.pasteBegins] + Self.characters("q\u{1B}j"), at: Self.start) == [])
    #expect(decoder.decode([.key(KeyStroke(.up)), .pasteEnds], at: Self.start) == [.paste("q\u{1B}j")])
    #expect(decoder.decode([.pasteEnds, .key(KeyStroke(.up))], at: Self.start) == [.stroke(KeyStroke(.up))])
  }

  /// The terminal, or a multiplexer between, may have gone away in the middle of a paste.
  @Test func `a paste whose end is lost does not swallow keys for ever`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([.pasteBegins] + Self.characters("one"), at: Self.start) == [])
    // A slow paste goes on.
    let later = Self.start + KeyDecoder.pasteTimeout / 2
    #expect(decoder.decode(Self.characters("two"), at: later) == [])
    let afterPause = later + KeyDecoder.pasteTimeout
    #expect(decoder.decode(Self.characters("q"), at: afterPause) == [.paste("onetwo"), .stroke(KeyStroke("q"))])
    #expect(decoder.decode(Self.characters("j"), at: afterPause) == [.stroke(KeyStroke("j"))])
  }

  @Test func `keys are text while the user types`() {
    let keys = KeyMap.standard
    func message(_ text: String, isTyping: Bool) -> String {
      KeyStroke(text).flatMap { keys.message(for: .stroke($0), isTyping: isTyping) }.map { "\($0)" } ?? "nothing"
    }
    #expect(message("q", isTyping: false) == "\(Message.perform(.quit))")
    #expect(message("q", isTyping: true) == "\(Message.edit(.insert("q")))")
    #expect(message("space", isTyping: true) == "\(Message.edit(.insert(" ")))")
    #expect(message("ctrl-w", isTyping: true) == "\(Message.edit(.deleteWord))")
    #expect(message("ctrl-u", isTyping: false) == "\(Message.perform(.pageUp))")
    #expect(message("enter", isTyping: true) == "\(Message.perform(.open))")
    #expect(message("ctrl-c", isTyping: true) == "\(Message.perform(.quit))")
    #expect(message("F", isTyping: false) == "\(Message.unknownKey("F"))")
    let paste = keys.message(for: .paste(" two\nlines\u{1B} "), isTyping: true).map { "\($0)" }
    #expect(paste == "\(Message.edit(.insert("two lines\u{FFFD}")))")
    #expect(keys.message(for: .paste("q"), isTyping: false) == nil)
  }
}
