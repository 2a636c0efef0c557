import Explorer
import Presentation
import Testing

@testable import TerminalUI

@Suite struct KeyMapInputTests {
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
