import Client
import Contracts
import Embedded
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@Suite struct EmbeddedRepositoryTests {
  let repository = EmbeddedRepository()

  @Test func recordsAndKindsAreAnswered() async throws {
    #expect(try await repository.ask(KindsRequest()) == Kinds.standard.all.map(\.name))
    let answered = try await repository.record(Reference(Person.kind, 1))
    #expect(try JSON(parsing: answered.answered.body)["name"] == "Luke Skywalker")
    #expect(answered.answered.location == nil)
  }

  @Test func listsHavePagesOfTen() async throws {
    let page = try await repository.list(ListRequest(Person.kind, .page(9))).page
    #expect(page.page == 9 && page.pages == 9 && page.count == 82 && page.items.count == 2)
    let all = try await repository.list(ListRequest(Person.kind, .all)).page
    #expect(all.items.count == 82)
    var parts = 0
    try await repository.stream(.cache, ListRequest(Person.kind, .all).request) { _ in parts += 1 }
    #expect(parts == 9)
  }

  @Test func listsAreSortedAndSearched() async throws {
    let films = try await repository.list(ListRequest(Film.kind)).page.items
    #expect(films.first?["title"] == "The Phantom Menace")
    let last = try await repository.list(ListRequest(Film.kind, descending: true)).page.items
    #expect(last.first?["title"] == "Return of the Jedi")
    let asOrigin = try await repository.list(ListRequest(Film.kind, asOrigin: true)).page.items
    #expect(asOrigin.first?["id"] == 1)
    let found = try await repository.list(ListRequest(Person.kind, search: "SKY walker")).page
    #expect(found.count == 3 && found.pages == 1)
    #expect(try await repository.list(ListRequest(Person.kind, search: "zzz")).page.items == [])
  }

  @Test func namesAreFound() async throws {
    #expect(try await repository.find("luke", kinds: .standard) == Reference(Person.kind, 1))
    let answer = try await repository.ask(SearchRequest("tatoine"), of: .search)
    #expect(answer.matches.map(\.name) == ["Tatooine"])
    #expect(answer.coverage == Coverage(records: 260, of: 260, isComplete: true))
    let suggestions = try await repository.ask(SuggestRequest("da", kind: Person.kind, limit: 2), of: .search)
    #expect(suggestions.count == 2 && suggestions.allSatisfy { $0.reference.kind == Person.kind })
    #expect(try await repository.ask(SuggestRequest(""), of: .search) == [])
  }

  @Test(arguments: [
    (ServiceName.cache, "GET", "people/999", 404), (.cache, "GET", "droids/1", 404), (.cache, "GET", "droids", 404),
    (.cache, "GET", "stats", 503), (.cache, "PURGE", "people", 503), (.search, "GET", "history", 503), (.search, "GET", "stats", 503),
  ])
  func whatItCannotAnswerIsAProblem(service: ServiceName, method: String, path: String, status: Int) async throws {
    let request = Request(method, Target(path.split(separator: "/").map(String.init)))
    let reply = try await repository.reply(of: service, to: request)
    #expect(reply.status == status)
    #expect(reply.problem?.detail?.isEmpty == false)
  }

  @Test(arguments: [ListRequest(Person.kind, .page(10)), ListRequest(Person.kind, sort: "heigt")]) func mistakesAreNamed(
    _ wanted: ListRequest
  )
    async
  {
    await #expect(throws: Problem.self) { try await repository.list(wanted) }
  }

  @Test func thereIsNoBusAndNothingEverHappens() async {
    let problem = await #expect(throws: Problem.self) { try await repository.brokerStatistics() }
    #expect(problem?.type == ProblemType.noBus)
    let task = Task { try await repository.listen(to: [""]) { _ in Issue.record("something happened") } }
    task.cancel()
    #expect(await task.result.isSuccess)
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
