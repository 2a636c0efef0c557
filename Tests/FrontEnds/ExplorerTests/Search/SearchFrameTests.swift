import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The search page in each of its states.
@Suite struct SearchFrameTests {
  @Test func `a wrong field is named with the likely one`() {
    var wrong = Problem.badRequest("q", "unknown field 'hieght'")
    wrong.extensions["suggestions"] = .array([.string("height")])
    let problem = wrong
    var harness = ExplorerHarness()
    harness.search("hieght>2") { if case .search = $0 { .failed(problem) } else { SearchResults.results($0) } }
    #expect(harness.screen.contains("unknown field 'hieght'") && harness.screen.contains("Did you mean height?"))
  }

  @Test func `the key to retry is no letter while the user types`() {
    var harness = ExplorerHarness()
    harness.search("zzz") { if case .search = $0 { .failed(.originDown) } else { SearchResults.results($0) } }
    #expect(harness.screen.contains(English().say(Phrase.retry(key: "f5"))))
    harness.perform(.cancel)
    #expect(harness.screen.contains(English().say(Phrase.retry(key: "r"))))
  }

  @Test func `an incomplete index stands out if there are no results`() {
    var harness = ExplorerHarness()
    let coverage = Coverage(records: 0, of: nil, isComplete: false)
    harness.search("obi") { query in
      guard case .search = query else { return SearchResults.results(query) }
      return .search(SearchAnswer(query: "obi", count: 0, matches: [], coverage: coverage))
    }
    let note = harness.frame[row: SearchLayout(harness.explorer.layout.list).note.row]
    #expect(String(note.map(\.character)).contains(English().say(.coverage(0, of: nil))))
    #expect(note.first { $0.character == "r" }?.style == harness.explorer.settings.theme.style(.caution))
  }
}
