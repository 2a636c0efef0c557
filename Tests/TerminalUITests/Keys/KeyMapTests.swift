import MessageBus
import Presentation
import Testing

@testable import TerminalUI

@Suite struct KeyMapTests {
  @Test(arguments: [
    "a", "S", "?", "-", "ctrl-p", "alt-x", "enter", "esc", "space", "shift-tab", "page-down", "f12", "alt-left", "ctrl-alt-x",
  ])
  func `a key is written as it is read`(_ text: String) {
    #expect(KeyStroke(text)?.description == text)
  }

  @Test(arguments: ["", "ab", "ctrl-", "hyper-x", "F1", "shift-a", "enter2", " "])
  func `what is no key is none`(_ text: String) { #expect(KeyStroke(text) == nil) }

  @Test func `every action has a standard key, and no key two actions`() {
    var owners: [KeyStroke: Action] = [:]
    for (action, keys) in KeyMap.standardStrokes {
      for key in keys {
        guard let stroke = KeyStroke(key) else {
          Issue.record("\(key) is no key")
          continue
        }
        #expect(owners.updateValue(action, forKey: stroke) == nil, "\(key) has two actions")
      }
    }
    for action in Action.allCases { #expect(!KeyMap.standard.strokes(for: action).isEmpty, "\(action.rawValue) has no key") }
  }

  @Test func `a chosen key replaces those of its action and is taken from another`() throws {
    let keys = try KeyMap(choosing: [.sort: ["r", "ctrl-s"]])
    #expect(keys.action(for: KeyStroke("r")) == .sort)
    #expect(keys.action(for: KeyStroke("s")) == nil)
    #expect(keys.strokes(for: .reload) == [KeyStroke(.f5)])
    #expect(keys.name(of: .sort) == "r")
    #expect(keys.name(of: .open) == "⏎")
  }

  @Test func `a key chosen twice names both actions`() {
    #expect {
      try KeyMap(choosing: [.sort: ["x"], .reload: ["x"]], in: "config.json")
    } throws: { error in
      let detail = (error as? Problem)?.detail ?? ""
      return detail.contains("sort") && detail.contains("reload") && detail.hasPrefix("config.json")
    }
  }

  @Test(arguments: [[Action.sort: ["nonsense"]], [.quit: [], .palette: []]])
  func `what cannot be chosen is refused`(_ chosen: [Action: [String]]) {
    #expect(throws: Problem.self) { try KeyMap(choosing: chosen) }
  }

  @Test func `keys are text while text is typed`() {
    let keys = KeyMap.standard
    func message(_ text: String, isTyping: Bool) -> String {
      KeyStroke(text).flatMap { keys.message(for: .stroke($0), isTyping: isTyping) }.map { "\($0)" } ?? "nothing"
    }
    #expect(message("q", isTyping: false) == "\(Message.act(.quit))")
    #expect(message("q", isTyping: true) == "\(Message.edit(.insert("q")))")
    #expect(message("space", isTyping: true) == "\(Message.edit(.insert(" ")))")
    #expect(message("ctrl-w", isTyping: true) == "\(Message.edit(.deleteWord))")
    #expect(message("ctrl-u", isTyping: false) == "\(Message.act(.pageUp))")
    #expect(message("enter", isTyping: true) == "\(Message.act(.open))")
    #expect(message("ctrl-c", isTyping: true) == "\(Message.act(.quit))")
    #expect(message("F", isTyping: false) == "nothing")
    let paste = keys.message(for: .paste(" two\nlines\u{1B} "), isTyping: true).map { "\($0)" }
    #expect(paste == "\(Message.edit(.insert("two lines\u{FFFD}")))")
    #expect(keys.message(for: .paste("q"), isTyping: false) == nil)
  }
}
