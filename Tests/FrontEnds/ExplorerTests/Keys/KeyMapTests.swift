import MessageBus
import Testing

@testable import Explorer

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
}
