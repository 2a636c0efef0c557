import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// The search page, step by step.
@Suite struct SearchModelTests {
  private static let luke = ExplorerHarness.match("people/1", "Luke Skywalker")
  private static let leia = ExplorerHarness.match("people/5", "Leia Organa")
  private static let falcon = ExplorerHarness.match("starships/10", "Millennium Falcon")

  /// An input, or what has to be true after it.
  enum Step: Sendable {
    /// Typed, and the pause after it has passed.
    case searched(String)
    case type(String), press(Action), edit(TextEdit), fire(TimerID), event(BusEvent)
    /// An answer of a complete index, or of one that lacks records, to the newest search.
    case found(String, [Match]), foundPart(String, [Match]), fails(QueryResult), answersHistory([String]), suggests([Match])
    case rows([SearchModel.Row]), field(String), isTyping(Bool), selects(Reference?), opens(Reference?)
    /// The last input sent these queries and no others; or this one among others.
    case sends([ExplorerQuery]), sendsAlso(ExplorerQuery)
    case startsTimer(TimerID, Duration)
    case store([String])
  }

  private func perform(_ step: Step, _ harness: inout ExplorerHarness) throws {
    func answer(_ query: String, _ matches: [Match], isComplete: Bool) throws {
      let coverage = Coverage(records: 16, of: 260, isComplete: isComplete)
      try harness.answer(
        .search(SearchAnswer(query: query, count: matches.count, matches: matches, coverage: coverage)), ExplorerHarness.isSearch)
    }
    switch step {
    case .type(let text): harness.type(text)
    case .searched(let text):
      harness.type(text)
      harness.send(.timerFired(.typingPaused))
    case .press(let action): harness.perform(action)
    case .edit(let edit): harness.send(.edit(edit))
    case .fire(let timer): harness.send(.timerFired(timer))
    case .event(let event): harness.send(.event(event))
    case .found(let query, let matches): try answer(query, matches, isComplete: true)
    case .foundPart(let query, let matches): try answer(query, matches, isComplete: false)
    case .fails(let failure): try harness.answer(failure, ExplorerHarness.isSearch)
    case .answersHistory(let texts):
      try harness.answer(.history(History(texts.map { History.Entry($0, at: 1) })), ExplorerHarness.isHistory)
    case .suggests(let matches): try harness.answer(.suggestions(matches), ExplorerHarness.isSuggestion)
    case .rows(let rows): #expect(harness.search.rows == rows)
    case .field(let text): #expect(harness.search.field.text == text)
    case .isTyping(let isTyping): #expect(harness.explorer.isTyping == isTyping)
    case .selects(let reference): #expect(harness.explorer.subject == reference)
    case .opens(let reference): #expect(harness.shown == reference)
    case .sends(let queries): #expect(harness.sentQueries == queries)
    case .sendsAlso(let query): #expect(harness.sentQueries.contains(query))
    case .startsTimer(let timer, let delay): #expect(harness.effects.contains(.startTimer(timer, after: delay)))
    case .store(let references): for reference in references { try harness.store(reference) }
    }
  }

  struct Walk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]

    init(_ name: String, _ steps: Step...) { (testDescription, self.steps) = (name, steps) }
  }

  private static let origin = ExplorerQuery.search("luke", atOrigin: true)

  /// With an empty history, in the focused field.
  private static let searches: [Walk] = [
    Walk(
      "a search is sent once when typing pauses",
      .type("luk"), .sends([]), .startsTimer(.typingPaused, SearchModel.typingDebounce), .fire(.typingPaused), .sends([.search("luk")]),
      .fire(.typingPaused), .sends([])),
    Walk(
      "enter opens the best match and remembers the search", .searched("luk"),
      .found("luk", [luke]), .press(.open), .opens(luke.reference), .sendsAlso(.history(.remember("luk")))),
    Walk(
      "enter waits for the result for the current text", .searched("luk"),
      .found("luk", [leia]), .type("e"), .press(.open), .opens(nil), .sends([.search("luke")]), .found("luke", [luke]),
      .opens(luke.reference), .isTyping(false)),
    Walk(
      "a search in an incomplete index is repeated when the index grows, and enter does not wait for the new result", .searched("luk"),
      .foundPart("luk", [luke]), .event(.changed(leia.reference)), .startsTimer(.indexGrew, SearchModel.indexDebounce),
      .fire(.indexGrew), .sends([.search("luk")]), .press(.open), .opens(luke.reference), .press(.back),
      .found("luk", [luke, leia]), .rows([.match(luke), .match(leia)]), .event(.changed(leia.reference)), .fire(.indexGrew), .sends([])),
    Walk(
      "the origin is searched once per settled query, and only if the index is incomplete", .searched("luk"),
      .sends([.search("luk")]), .foundPart("luk", []), .startsTimer(.querySettled, SearchModel.originDebounce), .type("e"),
      // The timer of the previous text has no effect.
      .fire(.querySettled), .sends([]), .fire(.typingPaused), .foundPart("luke", []), .fire(.querySettled), .sends([origin]),
      .foundPart("luke", [luke]), .rows([.match(luke)]), .event(.changed(leia.reference)), .fire(.indexGrew),
      .foundPart("luke", [luke]), .fire(.querySettled), .sends([]), .type("s"), .fire(.typingPaused), .found("lukes", []),
      .fire(.querySettled), .sends([])),
    Walk(
      "down leaves the field, and escape then clears it", .searched("luk"),
      .found("luk", [luke, leia]), .press(.down), .isTyping(false), .selects(luke.reference), .press(.down), .selects(leia.reference),
      .press(.search), .isTyping(true), .press(.cancel), .isTyping(false), .field("luk"), .press(.cancel), .field(""),
      .rows([.heading(.suggestions), .match(falcon)])),
    Walk(
      "the first letter replaces the previous search, unless the cursor has moved", .searched("luk"),
      .press(.cancel), .press(.search), .type("f"), .field("f"), .press(.cancel), .press(.search), .edit(.moveLeft), .type("o"),
      .field("of")),
    Walk(
      "an incomplete filter keeps the previous matches", .searched("luk"),
      .found("luk", [luke]), .type(">x"), .fire(.typingPaused),
      .fails(.failed(.badRequest("q", "mass needs a number, such as mass>100"))), .rows([.match(luke)]), .edit(.deleteAll), .field("")),
    Walk(
      "without a search worker cached names are searched, and the search is repeated when a worker joins",
      .store(["people/1", "people/5", "people/11"]), .type("sky"), .fire(.typingPaused), .fails(ExplorerHarness.noWorker),
      .rows(
        [("people/11", "Anakin Skywalker", 7), ("people/1", "Luke Skywalker", 5)].map { reference, name, start in
          .match(Match(SearchResults.reference(reference), name, marks: [start..<start + 3]))
        }),
      .event(.worker(service: "holocron.search", joined: true)), .sendsAlso(.search("sky"))),
  ]

  @Test(arguments: searches) func `a search`(_ walk: Walk) throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    for step in [.answersHistory([]), .suggests([Self.falcon]), .press(.search)] + walk.steps { try perform(step, &harness) }
  }

  @Test func `the page starts with the last search, which can be cleared, repeated and removed`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    let steps: [Step] = [
      .sendsAlso(.history(.none)), .answersHistory(["luke", "leia"]), .field("luke"), .sends([.search("luke")]),
      .found("luke", [Self.luke]),
      .rows([.heading(.lastSearch), .match(Self.luke), .gap, .heading(.recentSearches), .search("leia")]),
      .selects(Self.luke.reference), .isTyping(false), .press(.cancel), .suggests([Self.falcon]),
      .rows([
        .heading(.suggestions), .match(Self.falcon), .gap, .heading(.recentSearches), .search("luke"), .search("leia"),
      ]),
      .press(.down), .press(.down), .selects(nil), .press(.forget), .sends([.history(.remove("leia"))]), .answersHistory(["luke"]),
      .rows([.heading(.suggestions), .match(Self.falcon), .gap, .heading(.recentSearches), .search("luke")]), .press(.last),
      .press(.open), .field("luke"), .sends([.search("luke")]),
    ]
    for step in steps { try perform(step, &harness) }
  }

  @Test func `all results of the last search are one key away`() throws {
    var harness = ExplorerHarness(columns: 80, rows: 40)
    harness.send(.begin)
    let matches = (1...7).map { ExplorerHarness.match("people/\($0)", "L\($0)") }
    let steps: [Step] = [
      .answersHistory(["l"]), .found("l", matches),
      .rows([.heading(.lastSearch)] + matches.prefix(5).map { .match($0) } + [.allResults("l", 7)]), .press(.last), .press(.open),
      .sendsAlso(.search("l")), .found("l", matches), .rows(matches.map { .match($0) }),
    ]
    for step in steps { try perform(step, &harness) }
  }

  @Test func `newer text cancels the previous search, and its late result is dropped`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    for step in [Step.answersHistory([]), .press(.search), .searched("luk")] { try perform(step, &harness) }
    let late = try #require(harness.requests.last { ExplorerHarness.isSearch($0.query) }?.id)
    harness.type("e")
    #expect(harness.effects.contains(.cancel(late)))
    for step in [Step.fire(.typingPaused), .found("luke", [Self.luke])] { try perform(step, &harness) }
    harness.send(.received(late, ExplorerHarness.results("luk", Self.leia)))
    #expect(harness.search.rows == [.match(Self.luke)])
  }
}
