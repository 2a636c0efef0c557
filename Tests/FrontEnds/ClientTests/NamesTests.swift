import ClientTestSupport
import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Client

@Suite struct NamesTests {
  @Test(arguments: ["people/-1", "people/0", "people/01", "people/+1", "people/99999999999999999999", "people/", "people/ "])
  func `an invalid ID is not treated as a name`(text: String) async {
    let problem = await #expect(throws: Problem.self) { try await ScriptedRepository().find([text], kinds: .standard) }
    #expect(problem?.status == 400)
    #expect(problem?.detail?.contains("people/") == true)
  }

  @Test(arguments: [
    ("peple", ["people"]), ("planet", ["planets"]), ("filsm", ["films"]), ("vehicels", ["vehicles"]), ("xyzzy", []), ("", []),
    ("spe", ["species"]),
  ])
  func `mistyped kinds get suggestions`(word: String, expected: [String]) {
    #expect(suggestions(for: word, among: Kinds.standard.all.map(\.name.text)) == expected)
  }

  @Test(arguments: [("person", ["people"]), ("persn", ["people"]), ("starship", ["starships"]), ("peeple", ["people"]), ("zzz", [])])
  func `singular and mistyped words match kinds`(word: String, expected: [String]) {
    #expect(Kinds.standard.names(like: word) == expected)
  }

  static let index = NameIndex(
    [
      ("people/1", "Luke Skywalker"), ("people/3", "R2-D2"), ("people/11", "Anakin Skywalker"), ("people/35", "Padmé Amidala"),
      ("planets/1", "Tatooine"), ("starships/12", "X-wing"), ("species/9", "Ewok"), ("people/44", "Darth Maul"),
      ("people/4", "Darth Vader"),
      ("people/30", "Wicket Systri Warrick"), ("films/1", "A New Hope"), ("people/79", "Grievous"),
    ].map { NameIndex.Entry(reference($0.0), $0.1) })

  @Test(arguments: [
    ("Luke Skywalker", "people/1"), ("luke", "people/1"), ("LUKE", "people/1"), ("padme", "people/35"), ("Padme\u{301}", "people/35"),
    ("r2d2", "people/3"), ("R2 D2", "people/3"), ("xwing", "starships/12"), ("hope", "films/1"), ("new hope", "films/1"),
    ("sky luke", "people/1"), ("ooine", "planets/1"), ("vader", "people/4"), ("systri", "people/30"),
  ])
  func `a query finds the single best match`(query: String, expected: String) {
    guard case .found(let entry) = Self.index.find(query) else {
      Issue.record("\(query) was not found")
      return
    }
    #expect(entry.reference == reference(expected))
  }

  @Test func `several equal matches are ambiguous`() {
    #expect(names(Self.index.find("skywalker")) == ["Luke Skywalker", "Anakin Skywalker"])
    #expect(names(Self.index.find("darth")) == ["Darth Maul", "Darth Vader"])
  }

  @Test func `an unknown name gets similar names`() {
    #expect(Self.index.find("tatoine") == .unknown(suggestions: [.init(reference("planets/1"), "Tatooine")]))
    #expect(Self.index.find("lukke") == .unknown(suggestions: [.init(reference("people/1"), "Luke Skywalker")]))
    #expect(Self.index.find("qqqqqq") == .unknown(suggestions: []))
    #expect(Self.index.find(" - ") == .unknown(suggestions: []))
  }

  private func names(_ outcome: NameIndex.Outcome) -> [String] {
    if case .ambiguous(let entries) = outcome { entries.map(\.name) } else { [] }
  }
}

/// Name lookup with cached lists.
@Suite struct RecordSearchTests {
  let repository = ScriptedRepository(
    Dictionary(
      uniqueKeysWithValues: [
        list("films", "title", [(1, "A New Hope")]), list("people", "name", [(1, "Luke Skywalker"), (11, "Anakin Skywalker")]),
        list("planets", "name", [(1, "Tatooine"), (5, "Naboo")]), list("species", "name", [(12, "Gungan")]), list("vehicles", "name", []),
        list("starships", "name", [(12, "X-wing")]),
      ]))

  /// Returns the replies for a list with one record per page.
  static func list(_ name: String, _ key: String, _ records: [(Int, String)]) -> (String, [Reply]) {
    let items = records.map { JSON.object(["kind": .string(name), "id": .number($0.0), key: .string($0.1)]) }
    let parts = (items.isEmpty ? [[]] : items.map { [$0] }).enumerated().map { index, items in
      let page = PageBody(kind: kind(name), page: index + 1, pages: max(1, records.count), count: records.count, items: items)
      return ListRequest.reply(CachedResponse(body: page.json.bytes()))
    }
    return ("holocron.cache GET /\(name)?page=all", parts)
  }

  @Test(arguments: [
    ("people/7", "people/7"), ("droids/3", "droids/3"), ("luke", "people/1"), ("new hope", "films/1"), ("planets/naboo", "planets/5"),
    ("x-wing", "starships/12"),
  ])
  func `references and names are found`(text: String, expected: String) async throws {
    #expect(try await repository.find(text, kinds: .standard) == reference(expected))
  }

  @Test(arguments: [
    ("skywalker", ProblemType.ambiguous), ("planets/luke", ProblemType.notFound), ("nabu", ProblemType.notFound),
  ])
  func `ambiguous and unknown names fail`(text: String, type: String) async {
    let problem = await #expect(throws: Problem.self) { try await repository.find(text, kinds: .standard) }
    #expect(problem?.type == type)
  }

  @Test func `an unknown name suggests a similar record`() async {
    let problem = await #expect(throws: Problem.self) { try await repository.find("nabo0", kinds: .standard) }
    #expect(problem?.extensions["suggestions"] == ["Naboo (planets/5)"])
  }

  @Test func `an unknown kind suggests similar kinds`() {
    let missing = Problem(404, "not found", type: ProblemType.notFound)
    #expect(missing.suggestingKinds(for: reference("person/1"), kinds: .standard).extensions["suggestions"] == ["people/1"])
    #expect(missing.suggestingKinds(for: reference("people/1"), kinds: .standard) == missing)
    #expect(missing.suggestingKinds(for: reference("zzz/1"), kinds: .standard) == missing)
  }

  @Test func `names that cannot be fetched are missing`() async throws {
    var repository = repository
    repository.replies["holocron.cache GET /planets/1"] = [
      RecordRequest.reply(CachedResponse(body: Array(#"{"kind":"planets","id":1,"name":"Tatooine"}"#.utf8)))
    ]
    repository.replies["holocron.cache GET /films/1"] = [
      RecordRequest.reply(CachedResponse(body: Array(#"{"kind":"films","id":1,"title":"A New Hope"}"#.utf8)))
    ]
    repository.replies["holocron.cache GET /films/8"] = [Reply(Problem(502, "the origin failed", type: ProblemType.origin))]
    let references = ["planets/1", "films/1", "films/8", "films/9"].map(reference)
    let names = await ReferenceNames.fetched(references, from: repository, kinds: .standard)
    #expect(
      references.map { names[$0] } == [
        .named("Tatooine"), .named("A New Hope"), .missing(references[2], "the origin failed"), .missing(references[3], "not found"),
      ])
    #expect(names.missing == [reference("films/8"), reference("films/9")])
  }
}

/// Name lookup without cached lists.
@Suite struct NameLookupTests {
  /// A repository that caches nothing and records its requests. The origin's search compares letter by letter.
  final class Origin: Repository {
    let requests = Mutex<[String]>([])
    private let records: [(String, String)]

    init(_ records: [(String, String)]) { self.records = records }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      guard let list = try ListRequest(request), service == .cache else { return Reply(404) }
      if list.validation.onlyIfCached { return Reply(Problem(504, "not cached", type: ProblemType.notCached)) }
      requests.withLock { $0.append(request.head) }
      let found = records.filter { record in
        record.0.hasPrefix("\(list.kind)/") && list.search.map { record.1.lowercased().contains($0.lowercased()) } ?? true
      }
      let items = found.map { JSON.object(["kind": .string(list.kind.text), "id": .number(reference($0.0).id), "name": .string($0.1)]) }
      return ListRequest.reply(
        CachedResponse(body: PageBody(kind: list.kind, page: 1, pages: 1, count: items.count, items: items).json.bytes()))
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      try part(try await reply(of: service, to: request))
    }

    func brokerStatistics() async throws(Problem) -> JSON { ["services": []] }
    func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
  }

  static let records = [
    ("people/1", "Luke Skywalker"), ("people/3", "R2-D2"), ("people/11", "Anakin Skywalker"), ("people/35", "Padmé Amidala"),
    ("planets/1", "Tatooine"),
  ]

  @Test(arguments: [("luke", "people/1", 6), ("planets/tatooine", "planets/1", 1), ("padme", "people/35", 12), ("r2d2", "people/3", 12)])
  func `name lookup never fetches a whole list`(_ text: String, _ expected: String, _ requests: Int) async throws {
    let origin = Origin(Self.records)
    #expect(try await origin.find(text, kinds: .standard) == reference(expected))
    let heads = origin.requests.withLock(\.self)
    #expect(heads.count == requests)
    #expect(heads.allSatisfy { $0.contains("search=") })
  }

  @Test func `ambiguous names list candidates and typos get suggestions`() async {
    let origin = Origin(Self.records)
    let problem = await #expect(throws: Problem.self) { try await origin.find("skywalker", kinds: .standard) }
    #expect(problem?.type == ProblemType.ambiguous)
    #expect(problem?.extensions["candidates"]?.array?.count == 2)
    let typo = await #expect(throws: Problem.self) { try await origin.find("tatoine", kinds: .standard) }
    #expect(typo?.extensions["suggestions"] == ["Tatooine (planets/1)"])
  }

  @Test(arguments: [
    ("padme", "pa"), ("r2d2", "r2"), ("tatoine", "tat"), ("lu", nil), ("l", nil), ("", nil), ("leia organa", "org"), ("c-3po", "3p"),
  ])
  func `a fragment of the name is searched at the origin`(_ text: String, _ part: String?) { #expect(Origin.fragment(of: text) == part) }

  @Test func `kinds that the origin does not offer have no names`() async throws {
    var repository = RecordSearchTests().repository
    repository.replies["holocron.cache GET /kinds"] = [KindsRequest.reply([kind("people")])]
    #expect(await repository.availableKinds(of: .standard) == [kind("people")])
    repository.replies["holocron.cache GET /films?page=all"] = nil
    #expect(
      try await repository.names(of: [kind("films"), kind("people")], kinds: .standard).map(\.reference)
        == ["people/1", "people/11"].map(reference))
    #expect(await ScriptedRepository().availableKinds(of: .standard) == Kinds.standard.all.map(\.name))
  }
}
