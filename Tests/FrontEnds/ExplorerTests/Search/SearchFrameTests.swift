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
  @Test func `the start page with suggestions and recent searches is drawn`() {
    expectGolden("search-start") { harness in
      harness.send(.begin)
      harness.settle(SearchResults.results)
      harness.perform(.search)
      harness.send(.edit(.deleteAll))
      harness.perform(.cancel, .down)
      harness.settle(SearchResults.results)
    }
  }

  @Test func `the restored last search is drawn`() {
    expectGolden("search-restored") { harness in
      harness.send(.begin)
      harness.settle(SearchResults.results)
    }
  }

  @Test func `the page is drawn before the history is loaded`() {
    expectGolden("search-loading") { harness in harness.send(.begin) }
  }

  private static func search(
    _ text: String, on harness: inout ExplorerHarness, answers: (ExplorerQuery) -> QueryResult? = SearchResults.results
  ) {
    harness.send(.begin)
    harness.settle(answers)
    harness.perform(.search)
    harness.type(text)
    harness.settle(answers)
  }

  @Test func `the matches for the typed text are drawn`() {
    expectGolden("search-typed", Golden.views) { harness in
      Self.search("tatoine", on: &harness)
    }
  }

  @Test func `the previous matches are drawn while typing`() {
    expectGolden("search-typing") { harness in
      Self.search("tatoine", on: &harness)
      harness.type("x")
    }
  }

  @Test func `a search without matches is drawn`() {
    expectGolden("search-nothing") { harness in
      Self.search("zzz", on: &harness)
    }
  }

  @Test func `an invalid filter is drawn`() {
    expectGolden("search-bad-filter") { harness in
      Self.search("mass>heavy", on: &harness)
    }
  }

  @Test func `a wrong field is named with the likely one`() {
    var wrong = Problem.badRequest("q", "unknown field 'hieght'")
    wrong.extensions["suggestions"] = .array([.string("height")])
    let problem = wrong
    var harness = ExplorerHarness()
    Self.search("hieght>2", on: &harness) { if case .search = $0 { .failed(problem) } else { SearchResults.results($0) } }
    let shown = Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now))
    #expect(shown.contains("unknown field 'hieght'") && shown.contains("Did you mean height?"))
  }

  @Test func `cached names are drawn without a search worker`() {
    expectGolden("search-no-worker") { harness in
      harness.send(.begin)
      harness.open("people")
      harness.settle(SearchResults.noWorker)
      harness.perform(.search)
      harness.type("sky")
      harness.settle(SearchResults.noWorker)
    }
  }

  @Test func `a search that failed is not a search without results`() {
    expectGolden("search-failed") { harness in
      Self.search("zzz", on: &harness) { if case .search = $0 { .failed(.originDown) } else { SearchResults.results($0) } }
      harness.perform(.cancel)
    }
  }

  @Test func `the key to retry is no letter while the user types`() {
    var harness = ExplorerHarness()
    Self.search("zzz", on: &harness) { if case .search = $0 { .failed(.originDown) } else { SearchResults.results($0) } }
    func shown() -> String { Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now)) }
    #expect(shown().contains(English().say(RecordPhrase.retry(key: "f5"))))
    harness.perform(.cancel)
    #expect(shown().contains(English().say(RecordPhrase.retry(key: "r"))))
  }

  @Test func `a slow search says so in place of the number of results`() {
    var harness = ExplorerHarness()
    Self.search("tatoine", on: &harness)
    func text() -> String { String(ExplorerScreen.frame(of: harness.explorer, at: harness.now)[row: 2].map(\.character)) }
    #expect(text().contains("5 of 12"))
    harness.type("x")
    harness.advance(by: SearchModel.typingDebounce)
    #expect(text().contains("5 of 12"))
    harness.advance(by: BusMonitor.pendingIndicatorDelay)
    #expect(text().contains("searching…"))
    harness.settle(SearchResults.results)
    #expect(!text().contains("searching…"))
  }

  @Test func `a slow first search says so`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.settle(SearchResults.results)
    harness.perform(.search)
    harness.send(.edit(.deleteAll))
    harness.type("zzz")
    harness.advance(by: .seconds(5))
    let text = String(ExplorerScreen.frame(of: harness.explorer, at: harness.now).cells.map(\.character))
    #expect(text.contains("searching…"))
    #expect(!text.contains("no results"))
  }

  @Test func `an index that is not saved is drawn`() {
    expectGolden("search-not-saved") { harness in
      Self.search("tatoine", on: &harness, answers: SearchResults.unsaved)
    }
  }

  @Test(arguments: Languages.all.map(\.code)) func `every language says that the index is not saved`(code: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    var harness = ExplorerHarness(Viewport(columns: 40, rows: 12), Explorer.Settings(theme: DarkTheme(), language: language))
    Self.search("tatoine", on: &harness, answers: SearchResults.unsaved)
    let shown = Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now))
    #expect(shown.contains(language.say(FindingPhrase.indexNotSaved)))
  }

  @Test func `an incomplete index stands out if there are no results`() {
    var harness = ExplorerHarness()
    let coverage = Coverage(records: 0, of: nil, isComplete: false)
    Self.search("obi", on: &harness) { query in
      switch query {
      case .search, .searchOrigin: .search(SearchAnswer(query: "obi", count: 0, matches: [], coverage: coverage))
      default: SearchResults.results(query)
      }
    }
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    let note = frame[row: SearchLayout(harness.explorer.layout.list).note.row]
    #expect(String(note.map(\.character)).contains(English().say(.coverage(0, of: nil))))
    #expect(note.first { $0.character == "r" }?.style == harness.explorer.settings.theme.style(.caution))
  }

  @Test func `an incomplete index is drawn`() {
    expectGolden("search-partial") { harness in
      harness.send(.begin)
      harness.settle(SearchResults.results)
      harness.perform(.search)
      harness.type("arid")
      harness.settle(SearchResults.results)
      harness.perform(.down, .mark, .down)
      harness.settle(SearchResults.results)
    }
  }
}
