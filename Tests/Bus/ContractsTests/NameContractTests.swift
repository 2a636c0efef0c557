import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Contracts

/// Requests for names, and their answers.
@Suite struct NameContractTests {
  static let luke = Reference(.people, 1)
  static let film = Reference(.films, 2)

  @Test func `a request has a limited number of references, which fit into a request line`() throws {
    let kind = try #require(KindName(String(repeating: "k", count: 64)))
    let longest = (0..<NamesRequest.maxReferences).map { Reference(kind, Int.max - $0) }
    let request = NamesRequest(longest).request
    #expect(request.head.utf8.count < 64 << 10)
    #expect(try NamesRequest(request)?.references == longest)
    let tooMany = NamesRequest(longest + [Self.luke]).request
    let problem = #expect(throws: Problem.self) { try NamesRequest(tooMany) }
    #expect(problem?.status == 400)
    #expect(problem?.detail?.contains("send several requests") == true)
  }

  @Test func `answers survive a round trip`() throws {
    let answers = [
      NameAnswer(Self.luke, .label(["kind": "people", "id": 1, "name": "Luke"])),
      NameAnswer(
        Self.film,
        .missing(Problem(404, "not found", detail: "the origin has no films/2", type: ProblemType.notFound, extensions: ["x": 1]))),
    ]
    #expect(try NamesRequest.answer(NamesRequest.reply(answers)) == answers)
    let entry = NameIndex.Entry(Self.luke, "Luke")
    #expect(try NameLookupRequest.answer(NameLookupRequest.reply(entry)) == entry)
  }

  @Test func `names of another form are left out`() throws {
    let mixed: JSON = [
      ["kind": "people", "id": 1, "name": "Luke"], "text", ["kind": "people"], ["kind": "films", "id": 2, "problem": "x"],
    ]
    #expect(try NamesRequest.answer(Reply(content: mixed.bytes())).map(\.reference) == [Self.luke])
  }

  @Test(
    arguments: [
      (#"{"kind":"people","id":1,"name":"Luke","mass":{"text":"77"}}"#, nil), (#"{"kind":"people","id":2,"name":"C-3PO"}"#, 502),
      ("[]", 502), ("", 502),
    ] as [(String, Int?)])
  func `the answer is read from the reply to a request for the record`(content: String, status: Int?) {
    let answer = NameAnswer(Self.luke, from: Reply(content: Array(content.utf8)), kinds: .standard)
    switch answer.content {
    case .label(let label):
      #expect(status == nil)
      #expect(label == ["kind": "people", "id": 1, "name": "Luke"])
    case .missing(let problem): #expect(problem.status == status)
    }
    let missing = Problem(404, "not found", type: ProblemType.notFound)
    #expect(NameAnswer(Self.luke, from: Reply(missing), kinds: .standard) == NameAnswer(Self.luke, .missing(missing)))
  }

  static let names = [
    NameIndex.Entry(luke, "Luke Skywalker"), NameIndex.Entry(Reference(.people, 11), "Anakin Skywalker"),
    NameIndex.Entry(Reference(.planets, 1), "Tatooine"),
  ]

  @Test func `a name matches one record, several, or none`() throws {
    #expect(try NameLookupRequest("luke").match(in: Self.names) == Self.names[0])
    #expect(try NameLookupRequest("tatooine", kind: KindName.planets).match(in: Self.names) == Self.names[2])
    let ambiguous = #expect(throws: Problem.self) { try NameLookupRequest("skywalker").match(in: Self.names) }
    #expect(ambiguous?.status == 409 && ambiguous?.type == ProblemType.ambiguous)
    #expect(ambiguous?.detail == "'skywalker' matches 2 records; use one of these references")
    #expect(ambiguous?.extensions["candidates"]?.array?.first == ["kind": "people", "id": 1, "name": "Luke Skywalker"])
    let typo = #expect(throws: Problem.self) { try NameLookupRequest("tatoine").match(in: Self.names) }
    #expect(typo?.status == 404 && typo?.type == ProblemType.notFound)
    #expect(typo?.extensions["name"] == "tatoine")
    #expect(typo?.extensions["suggestions"] == ["Tatooine (planets/1)"])
    let elsewhere = #expect(throws: Problem.self) { try NameLookupRequest("luke", kind: KindName.planets).match(in: Self.names) }
    #expect(elsewhere?.detail == "no record in planets is named 'luke'")
    #expect(elsewhere?.extensions["suggestions"] == nil)
  }

  @Test func `an ambiguous name lists a limited number of candidates and counts all`() {
    let entries = (1...5_000).map { NameIndex.Entry(Reference(.people, $0), "Clone \($0)") }
    let problem = #expect(throws: Problem.self) { try NameLookupRequest("clone").match(in: entries) }
    #expect(problem?.detail == "'clone' matches 5000 records; use one of these references")
    #expect(problem?.extensions["candidates"]?.array?.compactMap { $0["id"]?.int } == Array(1...NameLookupRequest.maxCandidates))
    #expect(problem?.extensions["matches"]?.int == 5_000)
  }
}
