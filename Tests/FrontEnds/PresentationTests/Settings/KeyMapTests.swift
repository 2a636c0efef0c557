import MessageBus
import Testing

@testable import Presentation

@Suite struct KeyMapTests {
  @Test(arguments: [
    "a", "S", "?", "-", "ctrl-p", "alt-x", "enter", "esc", "space", "shift-tab", "page-down", "f12", "alt-left", "ctrl-alt-x",
  ])
  func `a key is written as it is parsed`(_ text: String) {
    #expect(KeyStroke(text)?.description == text)
  }

  @Test(arguments: ["", "ab", "ctrl-", "hyper-x", "F1", "shift-a", "enter2", " "])
  func `text that is not a key is rejected`(_ text: String) { #expect(KeyStroke(text) == nil) }

  @Test func `every action has a standard key, and no key has two actions`() {
    var owners: [KeyStroke: Action] = [:]
    for action in Action.allCases {
      for key in action.standardKeys {
        guard let stroke = KeyStroke(key) else {
          Issue.record("\(key) is not a key")
          continue
        }
        #expect(owners.updateValue(action, forKey: stroke) == nil, "\(key) has two actions")
      }
    }
    for action in Action.allCases { #expect(!KeyMap.standard.strokes(for: action).isEmpty, "\(action.rawValue) has no key") }
  }

  @Test func `an override replaces the keys of its action and takes them from other actions`() throws {
    let keys = try KeyMap(overriding: [.sort: ["r", "ctrl-s"]])
    #expect(keys.action(for: KeyStroke("r")) == .sort)
    #expect(keys.action(for: KeyStroke("s")) == nil)
    #expect(keys.strokes(for: .reload) == [KeyStroke(.f5)])
    #expect(keys.takenKeys == "explorer.keys.sort takes r from reload")
    #expect(try KeyMap(overriding: [.sort: ["r"], .reload: ["x"]]).takenKeys == nil)
    #expect(KeyMap.standard.takenKeys == nil)
  }

  @Test func `ctrl-c always quits, unless it is bound to another action`() throws {
    let interrupt = KeyStroke(.character("c"), control: true)
    for overrides in [[:], [.quit: ["x"]], [.quit: []], [.quit: ["ctrl-c", "x"]], [.sort: ["q"]]] as [[Action: [String]]] {
      #expect(try KeyMap(overriding: overrides).action(for: interrupt) == .quit)
    }
    let chosen = try KeyMap(overriding: [.quit: ["x"]])
    #expect(chosen.strokes(for: .quit) == [KeyStroke("x"), interrupt])
    #expect(chosen.action(for: KeyStroke("q")) == nil)
    #expect(chosen.takenKeys == nil)
    let bound = try KeyMap(overriding: [.quit: ["x"], .copy: ["ctrl-c"]])
    #expect(bound.action(for: interrupt) == .copy)
    #expect(bound.strokes(for: .quit) == [KeyStroke("x")])
    #expect(try KeyMap(overriding: [.copy: ["ctrl-c"]]).takenKeys == "explorer.keys.copy takes ctrl-c from quit")
  }

  @Test(arguments: [
    ("ctrl-i", "tab"), ("ctrl-I", "tab"), ("ctrl-m", "enter"), ("ctrl-j", "enter"), ("ctrl-[", "esc"), ("ctrl-h", "backspace"),
    ("ctrl-@", "ctrl-space"), ("ctrl-alt-m", "alt-enter"),
  ])
  func `a key that terminals send as another one is rejected`(_ key: String, _ sent: String) {
    let problem = #expect(throws: Problem.self) { try KeyMap(overriding: [.sort: [key]], source: { _ in .named("config.json") }) }
    #expect(problem?.detail?.hasPrefix("config.json: ctrl-") == true)
    #expect(problem?.detail?.hasSuffix(": use \(sent)") == true)
    #expect(throws: Never.self) { try KeyMap(overriding: [.sort: [sent, "ctrl-]", "ctrl-k"]]) }
  }

  @Test(
    arguments: [
      ([.sort: ["nonsense"]], "explorer.keys.sort: 'nonsense' is not a key"),
      ([.sort: ["x"], .copy: ["x"]], "explorer.keys.sort: x is bound to copy, too"),
      ([.quit: [], .palette: [], .sort: ["ctrl-c"]], "explorer.keys.quit: neither quit nor palette has a key"),
    ] as [([Action: [String]], String)])
  func `invalid overrides are rejected`(_ chosen: [Action: [String]], _ part: String) {
    let problem = #expect(throws: Problem.self) { try KeyMap(overriding: chosen) }
    #expect(problem?.detail?.hasPrefix(part) == true, "\(problem?.detail ?? "")")
  }
}
