import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The search page, step by step.
@Suite struct SearchModelTests {
  private static let luke = ExplorerHarness.match("people/1", "Luke Skywalker")
  private static let leia = ExplorerHarness.match("people/5", "Leia Organa")
  private static let falcon = ExplorerHarness.match("starships/10", "Millennium Falcon")

  private static var wrongField: Problem {
    var problem = Problem.badRequest("q", "unknown field 'hieght'")
    problem.extensions["suggestions"] = .array([.string("height")])
    return problem
  }

  private static let origin = ExplorerQuery.search("luke", atOrigin: true)

  /// With an empty history, in the focused field.
  private static let searches: [Walk] = [
    Walk(
      "a search is sent once when typing pauses",
      .type("luk"), .sends([]), .effect(.startTimer(.typingPaused, after: SearchModel.typingDebounce)), .fire(.typingPaused),
      .sends([.search("luk")]),
      .fire(.typingPaused), .sends([])),
    Walk(
      "enter opens the best match and remembers the search", .type("luk"), .fire(.typingPaused),
      .found("luk", [luke]), .press([.open]), .opens(luke.reference), .sendsAlso(.history(.remember("luk")))),
    Walk(
      "enter waits for the result for the current text", .type("luk"), .fire(.typingPaused),
      .found("luk", [leia]), .type("e"), .press([.open]), .opens(nil), .sends([.search("luke")]), .found("luke", [luke]),
      .opens(luke.reference), .isTyping(false)),
    Walk(
      "a search in an incomplete index is repeated when the index grows, and enter does not wait for the new result", .type("luk"),
      .fire(.typingPaused),
      .foundPart("luk", [luke]), .event(.topic(.changed(leia.reference))),
      .effect(.startTimer(.indexGrew, after: SearchModel.indexDebounce)),
      .fire(.indexGrew), .sends([.search("luk")]), .press([.open]), .opens(luke.reference), .press([.back]),
      .found("luk", [luke, leia]), .rows([.match(luke), .match(leia)]), .event(.topic(.changed(leia.reference))), .fire(.indexGrew),
      .sends([])),
    Walk(
      "the origin is searched once per settled query, and only if the index is incomplete", .type("luk"), .fire(.typingPaused),
      .sends([.search("luk")]), .foundPart("luk", []), .effect(.startTimer(.querySettled, after: SearchModel.originDebounce)), .type("e"),
      // The timer of the previous text has no effect.
      .fire(.querySettled), .sends([]), .fire(.typingPaused), .foundPart("luke", []), .fire(.querySettled), .sends([origin]),
      .foundPart("luke", [luke]), .rows([.match(luke)]), .event(.topic(.changed(leia.reference))), .fire(.indexGrew),
      .foundPart("luke", [luke]), .fire(.querySettled), .sends([]), .type("s"), .fire(.typingPaused), .found("lukes", []),
      .fire(.querySettled), .sends([])),
    Walk(
      "down leaves the field, and escape then clears it", .type("luk"), .fire(.typingPaused),
      .found("luk", [luke, leia]), .press([.down]), .isTyping(false), .selects(luke.reference), .press([.down]), .selects(leia.reference),
      .press([.search]), .isTyping(true), .press([.cancel]), .isTyping(false), .field("luk"), .press([.cancel]), .field(""),
      .rows([.heading(.suggestions), .match(falcon)])),
    Walk(
      "the first letter replaces the previous search, unless the cursor has moved", .type("luk"), .fire(.typingPaused),
      .press([.cancel, .search]), .type("f"), .field("f"), .press([.cancel, .search]), .edit(.moveLeft), .type("o"),
      .field("of")),
    Walk(
      "an incomplete filter keeps the previous matches", .type("luk"), .fire(.typingPaused),
      .found("luk", [luke]), .type(">x"), .fire(.typingPaused),
      .searchFails(.failed(.badRequest("q", "mass needs a number, such as mass>100"))), .rows([.match(luke)]), .edit(.deleteAll), .field("")
    ),
    Walk(
      "without a search worker cached names are searched, and the search is repeated when a worker joins",
      .store(["people/1", "people/5", "people/11"]), .type("sky"), .fire(.typingPaused), .searchFails(ExplorerHarness.noWorker),
      .rows(
        [("people/11", "Anakin Skywalker", 7), ("people/1", "Luke Skywalker", 5)].map { reference, name, start in
          .match(Match(SearchResults.reference(reference), name, marks: [start..<start + 3]))
        }),
      .event(.topic(.workerJoined("holocron.search"))), .sendsAlso(.search("sky"))),
    Walk(
      "a wrong field is named with the likely one", .type("hieght>2"), .fire(.typingPaused), .searchFails(.failed(wrongField)),
      .sees("unknown field 'hieght'"), .sees("Did you mean height?")),
    Walk(
      "the key to retry is no letter while the user types", .type("zzz"), .fire(.typingPaused), .searchFails(.failed(.originDown)),
      .sees("press f5 to retry"), .press([.cancel]), .sees("press r to retry")),
  ]

  @Test(arguments: searches) func `a search`(_ walk: Walk) throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.walk(.history([]), .suggests([Self.falcon]), .press([.search]))
    try harness.walk(walk)
  }

  @Test func `the page starts with the last search, which can be cleared, repeated and removed`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.walk(
      .sendsAlso(.history(.none)), .history(["luke", "leia"]), .field("luke"), .sends([.search("luke")]), .found("luke", [Self.luke]),
      .rows([.heading(.lastSearch), .match(Self.luke), .gap, .heading(.recentSearches), .search("luke"), .search("leia")]),
      .selects(Self.luke.reference), .isTyping(false), .press([.cancel]), .suggests([Self.falcon]),
      .rows([.heading(.suggestions), .match(Self.falcon), .gap, .heading(.recentSearches), .search("luke"), .search("leia")]),
      .press([.down, .down]), .selects(nil), .press([.forget]), .sends([.history(.remove("leia"))]), .history(["luke"]),
      .rows([.heading(.suggestions), .match(Self.falcon), .gap, .heading(.recentSearches), .search("luke")]),
      .press([.last, .open]), .field("luke"), .sends([.search("luke")]))
  }

  @Test func `newer text cancels the previous search, and its late result is dropped`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.walk(.history([]), .press([.search]), .type("luk"), .fire(.typingPaused))
    let late = try #require(harness.requests.last { ExplorerHarness.isSearch($0.query) }?.id)
    try harness.walk(.type("e"), .effect(.cancel(late)), .fire(.typingPaused), .found("luke", [Self.luke]))
    harness.send(.received(late, ExplorerHarness.results("luk", Self.leia)))
    #expect(harness.search.rows == [.match(Self.luke)])
  }

  @Test func `an incomplete index stands out if there are no results`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.walk(
      .history([]), .press([.search]), .type("obi"), .fire(.typingPaused), .foundPart("obi", []),
      .sees(English().say(.coverage(16, of: 260))))
    let note = harness.frame[row: SearchLayout(harness.explorer.layout.list).note.row]
    #expect(note.first { $0.character == "6" }?.style == harness.explorer.settings.theme.style(.caution))
  }
}
