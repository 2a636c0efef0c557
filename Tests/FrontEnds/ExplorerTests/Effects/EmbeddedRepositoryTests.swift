import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Explorer

@Suite struct EmbeddedRepositoryTests {
  let repository = EmbeddedRepository()

  @Test func `records and kinds are returned`() async throws {
    #expect(try await repository.ask(KindsRequest()) == Kinds.standard.all.map(\.name))
    let response = try await repository.record(Reference(.people, 1))
    #expect(try JSON(parsing: response.cached.body)["name"] == "Luke Skywalker")
    #expect(response.cached.location == nil)
  }

  @Test func `lists have pages of ten and are sorted`() async throws {
    let page = try await repository.list(ListRequest(.people, .page(9))).page
    #expect(page.page == 9 && page.pages == 9 && page.count == 82 && page.items.count == 2)
    let all = try await repository.list(ListRequest(.people, .all)).page
    #expect(all.items.count == 82)
    let films = try await repository.list(ListRequest(.films)).page.items
    #expect(films.first?["title"] == "The Phantom Menace")
    let last = try await repository.list(ListRequest(.films, descending: true)).page.items
    #expect(last.first?["title"] == "Return of the Jedi")
    let asOrigin = try await repository.list(ListRequest(.films, asOrigin: true)).page.items
    #expect(asOrigin.first?["id"] == 1)
  }

  /// As an origin searches: words end at commas too, and ships have a model.
  @Test(arguments: [
    ("people", "SKY walker", 3), ("people", "zzz", 0), ("people", "sky,walker", 3), ("starships", "t-65", 1), ("starships", "wing t-65", 1),
    ("people", " , ", 82),
  ])
  func `lists are searched as at an origin`(kind: String, text: String, count: Int) async throws {
    let kind = try #require(KindName(kind))
    #expect(try await repository.list(ListRequest(kind, search: text)).page.count == count)
  }

  @Test func `a damaged catalogue differs from a missing record`() {
    let damaged = Problem(ModelError(.damaged, "line 3"))
    #expect(damaged.status == 500)
    #expect(damaged.title == "cannot read the catalogue")
    #expect(damaged.detail == "line 3")
    for code in [ModelError.Code.unknownKind, .unknownRecord] { #expect(Problem(ModelError(code, "nothing")).status == 404) }
  }

  @Test func `records are found by name`() async throws {
    #expect(try await repository.find("luke", kinds: .standard) == Reference(.people, 1))
    let answer = try await repository.ask(SearchRequest("tatoine"), of: .search)
    #expect(answer.matches.map(\.name) == ["Tatooine"])
    #expect(answer.coverage == Coverage(records: 260, of: 260, isComplete: true))
    let suggestions = try await repository.ask(SuggestRequest("da", kind: KindName.people, limit: 2), of: .search)
    #expect(suggestions.count == 2 && suggestions.allSatisfy { $0.reference.kind == .people })
    // Without a text, the records of each kind that most others refer to.
    let featured = try await repository.ask(SuggestRequest("", limit: 12), of: .search)
    #expect(featured.count == 12 && Set(featured.map(\.reference)).count == 12)
    #expect(Set(featured.map(\.reference.kind)).count == 6)
    #expect(featured.contains { $0.name == "Tatooine" })
  }

  @Test(arguments: [("films/IV", 1), ("Film/i", 4), ("films/VI/", 3), ("films/hope", 1), ("films/2", 2)])
  func `a film is found by the Roman numeral of its episode`(text: String, id: Int) async throws {
    #expect(try await repository.find(text, kinds: .standard) == Reference(.films, id))
  }

  @Test func `names are returned in one part, and a missing record has its reason`() async throws {
    let references = [Reference(.films, 1), Reference(.people, 999), Reference(.planets, 1)]
    var parts: [[NameAnswer]] = []
    await repository.names(of: references) { parts.append($0) }
    #expect(parts.count == 1)
    let answers = parts.flatMap(\.self)
    #expect(answers.map(\.reference) == references)
    #expect(answers.first?.content == .label(["kind": "films", "id": 1, "title": "A New Hope", "episode": 4]))
    guard case .missing(let problem) = answers[1].content else { return #expect(Bool(false), "not missing") }
    #expect(problem.type == ProblemType.notFound)
    let names = await ReferenceNames.fetched(references, from: repository, kinds: .standard)
    #expect(names[references[2]] == .named("Tatooine"))
  }

  @Test(arguments: [("skywalker", 409), ("planets/luke", 404), ("tatoine", 404)])
  func `ambiguous and unknown names fail`(text: String, status: Int) async {
    let problem = await #expect(throws: Problem.self) { try await repository.find(text, kinds: .standard) }
    #expect(problem?.status == status)
    #expect(problem?.extensions.isEmpty == false)
  }

  @Test(arguments: [
    (ServiceName.cache, "GET", "names", 400), (.cache, "GET", "people/999", 404), (.cache, "GET", "droids/1", 404),
    (.cache, "GET", "droids", 404),
    (.cache, "GET", "stats", 503), (.cache, "PURGE", "people", 503), (.search, "GET", "history", 503), (.search, "GET", "stats", 503),
  ])
  func `unsupported requests fail`(service: ServiceName, method: String, path: String, status: Int) async throws {
    let request = Request(method, Target(path.split(separator: "/").map(String.init)))
    let reply = try await repository.reply(of: service, to: request)
    #expect(reply.status == status)
    #expect(reply.problem?.detail?.isEmpty == false)
  }

  @Test(arguments: [ListRequest(.people, .page(10)), ListRequest(.people, sort: "heigt")])
  func `invalid list requests fail`(_ request: ListRequest) async {
    await #expect(throws: Problem.self) { try await repository.list(request) }
  }

  @Test func `there is no bus and there are no events`() async throws {
    let problem = await #expect(throws: Problem.self) { try await repository.brokerStatistics() }
    #expect(problem?.type == ProblemType.noBus)
    let task = Task { try await repository.subscribe(to: [""]) { _ in Issue.record("received an event") } }
    task.cancel()
    try await task.value
  }
}
