import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

/// Requests and answers of the search service survive encoding and decoding.
@Suite struct SearchContractTests {
  static let luke = Reference(.people, 1)
  static let coverage = Coverage(records: 240, of: 260, isComplete: false, askedOrigin: true)

  @Test(arguments: [
    ("GET", "/search", "q"), ("GET", "/search?q=x&limit=0", "limit"), ("GET", "/search?q=x&limit=501", "limit"),
    ("GET", "/search?q=x&kind=A", "kind"), ("GET", "/suggest?limit=51", "limit"), ("PUT", "/history", "q"), ("PUT", "/history?q=+", "q"),
    ("GET", "/path?to=people/1", "from"), ("GET", "/path?from=people/1&to=luke", "to"),
    ("GET", "/path?from=people/1&to=people/2&alternative=-1", "alternative"),
  ])
  func `an invalid request is a 400 that names the field`(method: String, target: String, field: String) throws {
    let request = Request(method, try #require(Target(parsing: target)))
    let problem = #expect(throws: Problem.self) {
      _ = try SearchRequest(request)
      _ = try SuggestRequest(request)
      _ = try HistoryRequest(request)
      _ = try PathRequest(request)
    }
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"]?.string == field)
  }

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
    let replaced = History([], warning: StorageWarning.replaced(.history, damaged: "/x/history.sqlite.damaged-1").sentence)
    #expect(try HistoryRequest.answer(HistoryRequest.reply(replaced)) == replaced)
    #expect(replaced.warning.flatMap { StorageWarning(sentence: $0) } == .replaced(.history, damaged: "/x/history.sqlite.damaged-1"))
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

  @Test func `a malformed reply is a 502`() {
    #expect(throws: Problem.self) { try SearchRequest.answer(Reply(200, content: Array("[]".utf8))) }
    #expect(throws: Problem.self) { try PathRequest.answer(Reply(200, content: Array("{}".utf8))) }
    #expect(throws: Problem.self) { try HistoryRequest.answer(Reply(200, content: [])) }
  }
}
