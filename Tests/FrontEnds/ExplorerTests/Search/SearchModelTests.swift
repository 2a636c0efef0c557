import Contracts
import MessageBus
import Models
import Testing

@testable import Explorer

@Suite struct SearchModelTests {
  private static let luke = Desk.match("people/1", "Luke Skywalker")
  private static let leia = Desk.match("people/5", "Leia Organa")
  private static let falcon = Desk.match("starships/10", "Millennium Falcon")

  /// A search that begins with nothing, its field with the cursor in it.
  private func ready() throws -> Desk {
    var desk = Desk()
    desk.send(.begin)
    try desk.answer(Desk.history(), Desk.isHistory)
    try desk.answer(.suggestions([Self.falcon]), Desk.isSuggestion)
    desk.act(.search)
    return desk
  }

  @Test func `it begins with the last search`() throws {
    var desk = Desk()
    desk.send(.begin)
    #expect(desk.asked.contains(.history(.none)))
    try desk.answer(Desk.history("luke", "leia"), Desk.isHistory)
    #expect(desk.search.field.text == "luke")
    #expect(desk.asked == [.search("luke", kind: nil, limit: SearchModel.limit)])
    try desk.answer(Desk.found("luke", Self.luke), Desk.isSearch)
    #expect(desk.search.rows == [.match(Self.luke)])
    #expect(desk.explorer.subject == Self.luke.reference)
    #expect(!desk.search.isTyping)
  }

  @Test func `without a last search it suggests`() throws {
    var desk = Desk()
    desk.send(.begin)
    try desk.answer(Desk.history(), Desk.isHistory)
    #expect(desk.asked == [.suggest("", kind: nil, limit: SearchModel.suggestionLimit)])
    try desk.answer(.suggestions([Self.falcon]), Desk.isSuggestion)
    #expect(desk.search.rows == [.heading(.worthALook), .match(Self.falcon)])
    #expect(desk.explorer.subject == Self.falcon.reference)
  }

  @Test func `what one typed before the history came is not overwritten`() throws {
    var desk = Desk()
    desk.send(.begin)
    desk.act(.search)
    desk.type("le")
    try desk.answer(Desk.history("luke"), Desk.isHistory)
    #expect(desk.search.field.text == "le")
  }

  @Test func `what an incomplete index found is looked for again when the index has grown`() throws {
    var desk = try ready()
    desk.type("luke")
    desk.send(.ring(.typingPaused))
    let partial = SearchAnswer(
      query: "luke", count: 1, matches: [Self.luke], coverage: Coverage(records: 16, of: nil, isComplete: false))
    try desk.answer(.search(partial), Desk.isSearch)
    desk.send(.notice(.changed(Self.leia.reference)))
    #expect(desk.effects == [.wake(.indexGrew, after: SearchModel.settling)])
    desk.send(.ring(.indexGrew))
    #expect(desk.asked == [.search("luke", kind: nil, limit: SearchModel.limit)])
    // Enter does not wait for that.
    var hasty = desk
    hasty.act(.open)
    #expect(hasty.explorer.page.model.subject == Self.luke.reference && hasty.explorer.tab.canGoBack)
    try desk.answer(Desk.found("luke", Self.luke, Self.leia), Desk.isSearch)
    #expect(desk.search.rows == [.match(Self.luke), .match(Self.leia)])
    // A complete one knows.
    desk.send(.notice(.changed(Self.leia.reference)))
    #expect(desk.effects.isEmpty)
  }

  @Test func `the origin is asked once a settled query, and only where the index is incomplete`() throws {
    var desk = try ready()
    func partial(_ query: String, _ matches: Match...) -> Answer {
      .search(
        SearchAnswer(query: query, count: matches.count, matches: matches, coverage: Coverage(records: 16, of: 260, isComplete: false)))
    }
    let everywhere = Question.searchOrigin("luke", kind: nil, limit: SearchModel.limit)
    // Pauses between letters ask the index alone.
    for text in ["l", "uk"] {
      desk.type(text)
      desk.send(.ring(.typingPaused))
      #expect(desk.asked == [.search(desk.search.query, kind: nil, limit: SearchModel.limit)])
      try desk.answer(partial(desk.search.query), Desk.isSearch)
      #expect(desk.effects.contains(.wake(.querySettled, after: SearchModel.settledPause)))
      #expect(desk.search.isBusy)
    }
    desk.type("e")
    // The alarm of the text before rings in vain.
    desk.send(.ring(.querySettled))
    #expect(desk.asked.isEmpty)
    desk.send(.ring(.typingPaused))
    try desk.answer(partial("luke"), Desk.isSearch)
    desk.send(.ring(.querySettled))
    #expect(desk.asked == [everywhere])
    try desk.answer(partial("luke", Self.luke)) { $0 == everywhere }
    #expect(desk.search.rows == [.match(Self.luke)])
    // Not again when the index grows.
    desk.send(.notice(.changed(Self.leia.reference)))
    desk.send(.ring(.indexGrew))
    try desk.answer(partial("luke", Self.luke), Desk.isSearch)
    desk.send(.ring(.querySettled))
    #expect(desk.asked.isEmpty)
    // A complete index needs no help.
    desk.type("s")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("lukes"), Desk.isSearch)
    desk.send(.ring(.querySettled))
    #expect(desk.asked.isEmpty)
  }

  @Test func `it asks when typing pauses, once`() throws {
    var desk = try ready()
    desk.type("luk")
    #expect(desk.asked.isEmpty)
    #expect(desk.effects == [.wake(.typingPaused, after: SearchModel.pause)])
    desk.send(.ring(.typingPaused))
    #expect(desk.asked == [.search("luk", kind: nil, limit: SearchModel.limit)])
    desk.send(.ring(.typingPaused))
    #expect(desk.asked.isEmpty)
  }

  @Test func `a newer text cancels the question before, and its late answer is dropped`() throws {
    var desk = try ready()
    desk.type("luk")
    desk.send(.ring(.typingPaused))
    let late = try #require(desk.questions.last { Desk.isSearch($0.question) }?.ticket)
    desk.type("e")
    #expect(desk.effects.contains(.cancel(late)))
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("luke", Self.luke), Desk.isSearch)
    desk.send(.answered(late, Desk.found("luk", Self.leia)))
    #expect(desk.search.rows == [.match(Self.luke)])
  }

  @Test func `what was found stays while one types on`() throws {
    var desk = try ready()
    desk.type("l")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("l", Self.luke, Self.leia), Desk.isSearch)
    desk.type("e")
    #expect(desk.search.rows.count == 2)
    desk.send(.ring(.typingPaused))
    #expect(desk.search.rows.count == 2)
    try desk.answer(Desk.found("le", Self.leia), Desk.isSearch)
    #expect(desk.search.rows == [.match(Self.leia)])
  }

  @Test func `spaces around the text make no other search`() throws {
    var desk = try ready()
    desk.type("l")
    desk.send(.ring(.typingPaused))
    desk.type(" ")
    #expect(desk.effects.isEmpty)
    #expect(desk.search.query == "l")
  }

  @Test func `enter opens the best match and remembers the search`() throws {
    var desk = try ready()
    desk.type("luke")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("luke", Self.luke), Desk.isSearch)
    desk.act(.open)
    #expect(desk.shown == Self.luke.reference)
    #expect(desk.asked.contains(.history(.remember("luke"))))
    #expect(!desk.search.isTyping)
  }

  @Test func `enter waits for the answer to what stands in the field`() throws {
    var desk = try ready()
    desk.type("l")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("l", Self.leia), Desk.isSearch)
    desk.type("uke")
    desk.act(.open)
    #expect(desk.shown == nil)
    #expect(desk.asked == [.search("luke", kind: nil, limit: SearchModel.limit)])
    try desk.answer(Desk.found("luke", Self.luke), Desk.isSearch)
    #expect(desk.shown == Self.luke.reference)
  }

  @Test func `typing on takes a waiting enter back`() throws {
    var desk = try ready()
    desk.type("luke")
    desk.act(.open)
    desk.type("x")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("lukex", Self.luke), Desk.isSearch)
    #expect(desk.shown == nil)
  }

  @Test func `down leaves the field, escape clears it afterwards`() throws {
    var desk = try ready()
    desk.type("l")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("l", Self.luke, Self.leia), Desk.isSearch)
    desk.act(.down)
    #expect(!desk.explorer.isTyping)
    #expect(desk.explorer.subject == Self.luke.reference)
    desk.act(.down)
    #expect(desk.explorer.subject == Self.leia.reference)
    desk.act(.search)
    #expect(desk.explorer.isTyping)
    desk.act(.cancel)
    #expect(!desk.explorer.isTyping)
    #expect(desk.search.field.text == "l")
    desk.act(.cancel)
    #expect(desk.search.field.text == "")
    #expect(desk.search.findings == .start)
  }

  @Test func `the first letter takes the place of the search before`() throws {
    var desk = try ready()
    desk.type("luke")
    desk.act(.cancel, .search)
    #expect(desk.search.replacesText)
    desk.type("f")
    #expect(desk.search.field.text == "f")
    desk.act(.cancel, .search)
    desk.send(.edit(.moveLeft))
    desk.type("o")
    #expect(desk.search.field.text == "of")
  }

  @Test func `an empty field shows suggestions and earlier searches, which run again and can be forgotten`() throws {
    var desk = Desk()
    desk.send(.begin)
    try desk.answer(Desk.history("luke", "leia"), Desk.isHistory)
    try desk.answer(Desk.found("luke", Self.luke), Desk.isSearch)
    desk.act(.cancel)
    try desk.answer(.suggestions([Self.falcon]), Desk.isSuggestion)
    let rows: [SearchRow] = [
      .heading(.worthALook), .match(Self.falcon), .gap, .heading(.recentSearches), .search("luke"), .search("leia"),
    ]
    #expect(desk.search.rows == rows)
    desk.act(.down, .down)
    #expect(desk.search.selected == .search("leia"))
    #expect(desk.explorer.subject == nil)
    desk.act(.forget)
    #expect(desk.asked == [.history(.forget("leia"))])
    try desk.answer(Desk.history("luke"), Desk.isHistory)
    #expect(desk.search.rows.last == .search("luke"))
    desk.act(.last, .open)
    #expect(desk.search.field.text == "luke")
    #expect(desk.asked == [.search("luke", kind: nil, limit: SearchModel.limit)])
  }

  @Test func `another front-end's search joins the history`() throws {
    var desk = try ready()
    desk.send(.notice(.historyChanged))
    #expect(desk.asked == [.history(.none)])
    try desk.answer(Desk.history("yoda"), Desk.isHistory)
    #expect(desk.search.rows.last == .search("yoda"))
  }

  @Test func `a half-typed filter keeps what was found`() throws {
    var desk = try ready()
    desk.type("mass")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("mass", Self.luke), Desk.isSearch)
    desk.type(">x")
    desk.send(.ring(.typingPaused))
    try desk.answer(.failed(.badRequest("q", "'x' is no number")), Desk.isSearch)
    #expect(desk.search.rows == [.match(Self.luke)])
    #expect(desk.search.problem?.status == 400)
    desk.send(.edit(.deleteAll))
    #expect(desk.search.problem == nil)
  }

  @Test func `without a search worker it finds names that are loaded, and asks again when one comes`() throws {
    var desk = try ready()
    try desk.learn("people/1", "people/5", "people/11")
    desk.type("sky")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.noWorker, Desk.isSearch)
    let names = desk.search.rows.compactMap { row -> String? in if case .match(let match) = row { match.name } else { nil } }
    #expect(names == ["Anakin Skywalker", "Luke Skywalker"])
    desk.send(.notice(.worker(service: "holocron.search", joined: true)))
    #expect(desk.asked.contains(.search("sky", kind: nil, limit: SearchModel.limit)))
  }

  @Test func `a search worker that comes late still brings the last search`() throws {
    var desk = Desk()
    desk.send(.begin)
    try desk.answer(Desk.noWorker, Desk.isHistory)
    #expect(desk.search.problem?.type == ProblemType.noWorker)
    desk.send(.notice(.worker(service: "holocron.search", joined: true)))
    try desk.answer(Desk.history("luke"), Desk.isHistory)
    #expect(desk.search.field.text == "luke")
    #expect(desk.asked.contains(where: Desk.isSearch))
  }

  @Test func `the selection survives the same search asked again`() throws {
    var desk = try ready()
    desk.type("l")
    desk.send(.ring(.typingPaused))
    try desk.answer(Desk.found("l", Self.luke, Self.leia), Desk.isSearch)
    desk.act(.down, .down, .reload)
    try desk.answer(Desk.found("l", Self.falcon, Self.luke, Self.leia), Desk.isSearch)
    #expect(desk.explorer.subject == Self.leia.reference)
  }

  @Test func `a question that was due while another page was open is asked on return`() throws {
    var desk = try ready()
    desk.type("luke")
    desk.send(.point(.tab(0)))
    desk.send(.ring(.typingPaused))
    #expect(!desk.asked.contains(where: Desk.isSearch))
    desk.send(.point(.tab(6)))
    #expect(desk.asked.contains(.search("luke", kind: nil, limit: SearchModel.limit)))
  }

  @Test func `a click selects, a second one opens, headings do neither`() throws {
    var desk = try ready()
    desk.act(.cancel)
    desk.send(.point(.listRow(0)))
    #expect(desk.search.selected == .match(Self.falcon))
    desk.send(.point(.listRow(1)))
    #expect(desk.shown == Self.falcon.reference)
  }
}
