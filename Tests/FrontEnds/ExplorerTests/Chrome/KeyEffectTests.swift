import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// Keys without an effect are not offered, and say so when they are pressed.
@Suite struct KeyEffectTests {
  private static let pages = Situation.all().filter { $0.harness().explorer.overlay == nil }

  private static func harness(_ name: String, _ answers: Situation.Answers = SearchResults.results) throws -> ExplorerHarness {
    let situation = try #require(Situation.all().first { $0.description == name })
    return situation.harness(Viewport(columns: 132, rows: 43), answers)
  }

  private static func noEffect(_ action: Action) -> String { English().say(.noEffect(English().say(action.phrase))) }

  @Test(arguments: pages) func `every key in the footer has an effect`(_ situation: Situation) {
    let harness = situation.harness()
    #expect(harness.explorer.hints.contains(.palette))
    for action in harness.explorer.hints {
      var harness = harness
      harness.perform(action)
      #expect(harness.explorer.toast?.text != Self.noEffect(action), "\(action)")
    }
  }

  @Test(arguments: pages) func `a key without an effect says so`(_ situation: Situation) {
    let harness = situation.harness()
    for action in Action.allCases where !harness.explorer.applies(action) {
      var harness = harness
      harness.perform(action)
      #expect(harness.explorer.toast != nil, "\(action)")
    }
  }

  /// Nothing has loaded, so most keys have no effect.
  @Test(arguments: ["list", "record", "start", "path"]) func `keys for records wait for a record`(_ name: String) throws {
    let harness = try Self.harness(name) { if case .statistics = $0 { nil } else { .failed(.originDown) } }
    #expect(!harness.explorer.hints.contains { [.copy, .copyRecord, .crawl].contains($0) })
  }

  @Test func `movements and esc are silent where they end`() throws {
    var harness = try Self.harness("list")
    harness.perform(.first, .up, .left, .cancel)
    #expect(harness.explorer.toast == nil)
  }

  @Test func `a message leaves with the next key or click, or after three seconds`() throws {
    let harness = try Self.harness("list")
    for message in [Message.perform(.down), .perform(.palette), .unknownKey("F"), .edit(.insert("x")), .click(.tab(7))] {
      var harness = harness
      harness.perform(.copyRecord)
      let result = try #require(harness.explorer.toast)
      harness.advance(by: .milliseconds(2_900))
      #expect(harness.explorer.toast == result)
      harness.send(message)
      #expect(harness.explorer.toast != result)
      harness.perform(.copyRecord)
      harness.advance(by: .seconds(3))
      #expect(harness.explorer.toast == nil)
    }
  }

}
