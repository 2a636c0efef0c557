import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

/// Requests and answers of the search service survive encoding and decoding.
@Suite struct SearchContractTests {
  static let luke = Reference(.people, 1)
  static let coverage = Coverage(records: 240, of: 260, isComplete: false, askedOrigin: true)

  @Test func `search results survive a round trip`() throws {
    let answer = SearchAnswer(
      query: "tatoine", correction: "tatooine", count: 12,
      matches: [
        Match(Reference(.planets, 1), "Tatooine", marks: [0..<8]),
        Match(Self.luke, "Luke Skywalker", field: "homeworld", excerpt: "Tatooine", marks: [0..<4, 5..<8]),
        Match(
          Self.luke, "Luke Skywalker", field: "height", excerpt: "172–180.5 cm (there)",
          quantity: [Measure(.whole(172), upTo: .fraction(180.5), unit: "cm", place: "there")]),
      ], coverage: Self.coverage)
    #expect(try SearchRequest.answer(SearchRequest.reply(answer)) == answer)
    #expect(try SuggestRequest.answer(SuggestRequest.reply(answer.matches)) == answer.matches)
  }

  @Test func `history and paths survive a round trip`() throws {
    let history = History([History.Entry("luke", at: 1_790_000_000_000), History.Entry("padmé", at: 5)])
    #expect(try HistoryRequest.answer(HistoryRequest.reply(history)) == history)
    let replaced = History([], warning: StorageWarning(.replaced, .history, "/x/history.sqlite.damaged-1"))
    #expect(try HistoryRequest.answer(HistoryRequest.reply(replaced)) == replaced)
    let path = ReferencePath(
      from: .init(Self.luke, "Luke Skywalker"),
      steps: [.init(to: .init(Reference(.films, 1), "A New Hope"), relation: "films", isReversed: false)])
    #expect(try PathRequest.answer(PathRequest.reply(path)) == path)
  }

  /// Front-ends draw the marks of any worker, so no mark may lie outside its text.
  @Test func `marks outside the text are dropped`() {
    let json: JSON = ["kind": "people", "id": 1, "name": "Luke", "marks": [[0, 4], [2, 9], [-1, 2], [3, 3], ["a"], 5]]
    #expect(Match(json)?.marks == [0..<4])
  }
}
