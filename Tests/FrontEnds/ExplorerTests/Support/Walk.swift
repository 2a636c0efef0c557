import Contracts
import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// Inputs to an explorer, and what has to be true between them.
struct Walk: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let steps: [Step]

  init(_ name: String, _ steps: Step...) { (testDescription, self.steps) = (name, steps) }

  enum Step: Sendable {
    case type(String), press([Action]), edit(TextEdit), fire(TimerID), event(BusEvent), go(Destination), pass(Duration)
    /// Records of the catalogue arrive in the cache.
    case store([String])
    /// Answers all requests, from the catalogue if not by hand.
    case settle(Situation.Answers = { _ in nil })
    case answer(ExplorerQuery, QueryResult)
    /// An answer of a complete index, or of one that lacks records, to the newest search.
    case found(String, [Match]), foundPart(String, [Match]), searchFails(QueryResult), history([String]), suggests([Match])
    case sees(String), lacks(String), toast(String?)
    case rows([SearchModel.Row]), field(String), isTyping(Bool), hasOverlay(Bool)
    /// The record that actions apply to, and the one on a page of its own.
    case selects(Reference?), opens(Reference?)
    /// The last input had this effect; sent these queries and no others, or this one among others.
    case effect(Effect), sends([ExplorerQuery]), sendsAlso(ExplorerQuery)
    case pending(ExplorerQuery, Bool = true)
  }
}

extension ExplorerHarness {
  mutating func walk(_ walk: Walk) throws {
    for (index, step) in walk.steps.enumerated() { try perform(step, "step \(index): \(step)") }
  }

  mutating func walk(_ steps: Walk.Step...) throws {
    for (index, step) in steps.enumerated() { try perform(step, "step \(index): \(step)") }
  }

  private mutating func perform(_ step: Walk.Step, _ place: Comment) throws {
    switch step {
    case .type(let text): type(text)
    case .press(let actions): for action in actions { send(.perform(action)) }
    case .edit(let edit): send(.edit(edit))
    case .fire(let timer): send(.timerFired(timer))
    case .event(let event): send(.event(event))
    case .go(let destination): send(.navigate(destination))
    case .pass(let duration): advance(by: duration)
    case .store(let references): for reference in references { try store(reference) }
    case .settle(let answers): settle(answers)
    case .answer(let query, let result):
      let wasPending = answer(query, result)
      #expect(wasPending, place)
    case .found(let query, let matches): try receive(query, matches, isComplete: true)
    case .foundPart(let query, let matches): try receive(query, matches, isComplete: false)
    case .searchFails(let failure): try answer(failure, ExplorerHarness.isSearch)
    case .history(let texts): try answer(.history(History(texts.map { History.Entry($0, at: 1) })), ExplorerHarness.isHistory)
    case .suggests(let matches): try answer(.suggestions(matches), ExplorerHarness.isSuggestion)
    case .sees(let text): #expect(screen.contains(text), place)
    case .lacks(let text): #expect(!screen.contains(text), place)
    case .toast(let text): #expect(explorer.toast?.text == text, place)
    case .rows(let rows): #expect(search.rows == rows, place)
    case .field(let text): #expect(search.field.text == text, place)
    case .isTyping(let isTyping): #expect(explorer.isTyping == isTyping, place)
    case .hasOverlay(let hasOverlay): #expect((explorer.overlay != nil) == hasOverlay, place)
    case .selects(let reference): #expect(explorer.subject == reference, place)
    case .opens(let reference): #expect(shown == reference, place)
    case .effect(let effect): #expect(effects.contains(effect), place)
    case .sends(let queries): #expect(sentQueries == queries, place)
    case .sendsAlso(let query): #expect(sentQueries.contains(query), place)
    case .pending(let query, let isPending): #expect(queries.contains(query) == isPending, place)
    }
  }

  private mutating func receive(_ query: String, _ matches: [Match], isComplete: Bool) throws {
    let coverage = Coverage(records: 16, of: 260, isComplete: isComplete)
    try answer(
      .search(SearchAnswer(query: query, count: matches.count, matches: matches, coverage: coverage)), ExplorerHarness.isSearch)
  }
}
