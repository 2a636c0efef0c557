import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct SearchModelTests {
  private static let luke = ExplorerHarness.match("people/1", "Luke Skywalker")
  private static let leia = ExplorerHarness.match("people/5", "Leia Organa")
  private static let falcon = ExplorerHarness.match("starships/10", "Millennium Falcon")

  /// Returns the search page with an empty history and a focused field.
  private func ready() throws -> ExplorerHarness {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.answer(ExplorerHarness.history(), ExplorerHarness.isHistory)
    try harness.answer(.suggestions([Self.falcon]), ExplorerHarness.isSuggestion)
    harness.perform(.search)
    return harness
  }

  @Test func `the page starts with the last search`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    #expect(harness.sentQueries.contains(.history(.none)))
    try harness.answer(ExplorerHarness.history("luke", "leia"), ExplorerHarness.isHistory)
    #expect(harness.search.field.text == "luke")
    #expect(harness.sentQueries == [.search("luke")])
    try harness.answer(ExplorerHarness.results("luke", Self.luke), ExplorerHarness.isSearch)
    #expect(harness.search.rows == [.heading(.lastSearch), .match(Self.luke), .gap, .heading(.recentSearches), .search("leia")])
    #expect(harness.explorer.subject == Self.luke.reference)
    #expect(!harness.search.isTyping)
  }

  @Test func `a search in an incomplete index is repeated when the index grows`() throws {
    var harness = try ready()
    harness.type("luke")
    harness.send(.timerFired(.typingPaused))
    let partial = SearchAnswer(
      query: "luke", count: 1, matches: [Self.luke], coverage: Coverage(records: 16, of: nil, isComplete: false))
    try harness.answer(.search(partial), ExplorerHarness.isSearch)
    harness.send(.event(.changed(Self.leia.reference)))
    #expect(harness.effects == [.startTimer(.indexGrew, after: SearchModel.indexDebounce)])
    harness.send(.timerFired(.indexGrew))
    #expect(harness.sentQueries == [.search("luke")])
    // Enter does not wait for the new result.
    var hasty = harness
    hasty.perform(.open)
    #expect(hasty.explorer.page.subject == Self.luke.reference && hasty.explorer.tab.canGoBack)
    try harness.answer(ExplorerHarness.results("luke", Self.luke, Self.leia), ExplorerHarness.isSearch)
    #expect(harness.search.rows == [.match(Self.luke), .match(Self.leia)])
    // A complete index needs no refresh.
    harness.send(.event(.changed(Self.leia.reference)))
    #expect(harness.effects.isEmpty)
  }

  @Test func `the origin is searched once per settled query, and only if the index is incomplete`() throws {
    var harness = try ready()
    func partial(_ query: String, _ matches: Match...) -> QueryResult {
      .search(
        SearchAnswer(query: query, count: matches.count, matches: matches, coverage: Coverage(records: 16, of: 260, isComplete: false)))
    }
    let everywhere = ExplorerQuery.search("luke", atOrigin: true)
    // Typing pauses search the index only.
    for text in ["l", "uk"] {
      harness.type(text)
      harness.send(.timerFired(.typingPaused))
      #expect(harness.sentQueries == [.search(harness.search.query)])
      try harness.answer(partial(harness.search.query), ExplorerHarness.isSearch)
      #expect(harness.effects.contains(.startTimer(.querySettled, after: SearchModel.originDebounce)))
      #expect(harness.search.isBusy)
    }
    harness.type("e")
    // The timer of the previous text has no effect.
    harness.send(.timerFired(.querySettled))
    #expect(harness.sentQueries.isEmpty)
    harness.send(.timerFired(.typingPaused))
    try harness.answer(partial("luke"), ExplorerHarness.isSearch)
    harness.send(.timerFired(.querySettled))
    #expect(harness.sentQueries == [everywhere])
    try harness.answer(partial("luke", Self.luke)) { $0 == everywhere }
    #expect(harness.search.rows == [.match(Self.luke)])
    // The origin is not searched again when the index grows.
    harness.send(.event(.changed(Self.leia.reference)))
    harness.send(.timerFired(.indexGrew))
    try harness.answer(partial("luke", Self.luke), ExplorerHarness.isSearch)
    harness.send(.timerFired(.querySettled))
    #expect(harness.sentQueries.isEmpty)
    // A complete index needs no search at the origin.
    harness.type("s")
    harness.send(.timerFired(.typingPaused))
    try harness.answer(ExplorerHarness.results("lukes"), ExplorerHarness.isSearch)
    harness.send(.timerFired(.querySettled))
    #expect(harness.sentQueries.isEmpty)
  }

  @Test func `a search is sent once when typing pauses`() throws {
    var harness = try ready()
    harness.type("luk")
    #expect(harness.sentQueries.isEmpty)
    #expect(harness.effects == [.startTimer(.typingPaused, after: SearchModel.typingDebounce)])
    harness.send(.timerFired(.typingPaused))
    #expect(harness.sentQueries == [.search("luk")])
    harness.send(.timerFired(.typingPaused))
    #expect(harness.sentQueries.isEmpty)
  }

  @Test func `newer text cancels the previous search, and its late result is dropped`() throws {
    var harness = try ready()
    harness.type("luk")
    harness.send(.timerFired(.typingPaused))
    let late = try #require(harness.requests.last { ExplorerHarness.isSearch($0.query) }?.id)
    harness.type("e")
    #expect(harness.effects.contains(.cancel(late)))
    harness.send(.timerFired(.typingPaused))
    try harness.answer(ExplorerHarness.results("luke", Self.luke), ExplorerHarness.isSearch)
    harness.send(.received(late, ExplorerHarness.results("luk", Self.leia)))
    #expect(harness.search.rows == [.match(Self.luke)])
  }

  @Test func `enter opens the best match and remembers the search`() throws {
    var harness = try ready()
    harness.type("luke")
    harness.send(.timerFired(.typingPaused))
    try harness.answer(ExplorerHarness.results("luke", Self.luke), ExplorerHarness.isSearch)
    harness.perform(.open)
    #expect(harness.shown == Self.luke.reference)
    #expect(harness.sentQueries.contains(.history(.remember("luke"))))
    #expect(!harness.search.isTyping)
  }

  @Test func `enter waits for the result for the current text`() throws {
    var harness = try ready()
    harness.type("l")
    harness.send(.timerFired(.typingPaused))
    try harness.answer(ExplorerHarness.results("l", Self.leia), ExplorerHarness.isSearch)
    harness.type("uke")
    harness.perform(.open)
    #expect(harness.shown == nil)
    #expect(harness.sentQueries == [.search("luke")])
    try harness.answer(ExplorerHarness.results("luke", Self.luke), ExplorerHarness.isSearch)
    #expect(harness.shown == Self.luke.reference)
  }

  @Test func `down leaves the field, and escape then clears it`() throws {
    var harness = try ready()
    harness.type("l")
    harness.send(.timerFired(.typingPaused))
    try harness.answer(ExplorerHarness.results("l", Self.luke, Self.leia), ExplorerHarness.isSearch)
    harness.perform(.down)
    #expect(!harness.explorer.isTyping)
    #expect(harness.explorer.subject == Self.luke.reference)
    harness.perform(.down)
    #expect(harness.explorer.subject == Self.leia.reference)
    harness.perform(.search)
    #expect(harness.explorer.isTyping)
    harness.perform(.cancel)
    #expect(!harness.explorer.isTyping)
    #expect(harness.search.field.text == "l")
    harness.perform(.cancel)
    #expect(harness.search.field.text == "")
    #expect(harness.search.content == .startPage)
  }

  @Test func `the first letter replaces the previous search`() throws {
    var harness = try ready()
    harness.type("luke")
    harness.perform(.cancel, .search)
    #expect(harness.search.replacesText)
    harness.type("f")
    #expect(harness.search.field.text == "f")
    harness.perform(.cancel, .search)
    harness.send(.edit(.moveLeft))
    harness.type("o")
    #expect(harness.search.field.text == "of")
  }

  @Test func `an empty field shows suggestions and recent searches, which can be repeated and removed`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.answer(ExplorerHarness.history("luke", "leia"), ExplorerHarness.isHistory)
    try harness.answer(ExplorerHarness.results("luke", Self.luke), ExplorerHarness.isSearch)
    harness.perform(.cancel)
    try harness.answer(.suggestions([Self.falcon]), ExplorerHarness.isSuggestion)
    let rows: [SearchRow] = [
      .heading(.suggestions), .match(Self.falcon), .gap, .heading(.recentSearches), .search("luke"), .search("leia"),
    ]
    #expect(harness.search.rows == rows)
    harness.perform(.down, .down)
    #expect(harness.search.selected == .search("leia"))
    #expect(harness.explorer.subject == nil)
    harness.perform(.forget)
    #expect(harness.sentQueries == [.history(.remove("leia"))])
    try harness.answer(ExplorerHarness.history("luke"), ExplorerHarness.isHistory)
    #expect(harness.search.rows.last == .search("luke"))
    harness.perform(.last, .open)
    #expect(harness.search.field.text == "luke")
    #expect(harness.sentQueries == [.search("luke")])
  }

  @Test func `an incomplete filter keeps the previous matches`() throws {
    var harness = try ready()
    harness.type("mass")
    harness.send(.timerFired(.typingPaused))
    try harness.answer(ExplorerHarness.results("mass", Self.luke), ExplorerHarness.isSearch)
    harness.type(">x")
    harness.send(.timerFired(.typingPaused))
    try harness.answer(.failed(.badRequest("q", "mass needs a number, such as mass>100")), ExplorerHarness.isSearch)
    #expect(harness.search.rows == [.match(Self.luke)])
    #expect(harness.search.problem?.status == 400)
    harness.send(.edit(.deleteAll))
    #expect(harness.search.problem == nil)
  }

  @Test func `without a search worker cached names are searched, and the search is repeated when a worker joins`() throws {
    var harness = try ready()
    try harness.store("people/1", "people/5", "people/11")
    harness.type("sky")
    harness.send(.timerFired(.typingPaused))
    try harness.answer(ExplorerHarness.noWorker, ExplorerHarness.isSearch)
    let names = harness.search.rows.compactMap { row -> String? in if case .match(let match) = row { match.name } else { nil } }
    #expect(names == ["Anakin Skywalker", "Luke Skywalker"])
    harness.send(.event(.worker(service: "holocron.search", joined: true)))
    #expect(harness.sentQueries.contains(.search("sky")))
  }
}
