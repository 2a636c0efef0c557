import Contracts
import MessageBus
import Models
import OrderedJSON
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Client

/// A worker may be broken or foreign, so a response must match its request.
@Suite struct CheckedResponsesTests {
  static func repository(_ key: String, _ json: JSON) -> ScriptedRepository {
    ScriptedRepository(["holocron.\(key)": [Reply(200, content: json.bytes())]])
  }

  @Test(
    arguments: [
      (#"{"kind":"people","id":2,"name":"C-3PO"}"#, ProblemType.mismatchedResponse),
      (#"{"kind":"planets","id":1,"name":"Tatooine"}"#, ProblemType.mismatchedResponse),
      (#"{"detail":"maintenance"}"#, ProblemType.malformed), ("{}", ProblemType.malformed), (#""people/1""#, ProblemType.malformed),
      (#"{"kind":"people","id":"1"}"#, ProblemType.malformed), ("<html>", ProblemType.malformed), ("", ProblemType.malformed),
    ])
  func `a response with another record is rejected`(_ answer: String, _ type: String) async {
    let repository = ScriptedRepository(["holocron.cache GET /people/1": [Reply(200, content: Array(answer.utf8))]])
    let problem = await #expect(throws: Problem.self) { try await repository.record(reference("people/1")) }
    #expect(problem?.type == type)
    #expect(problem?.status == 502)
    // A missing name is better than a wrong name.
    let names = await ReferenceNames.fetched([reference("people/1")], from: repository, kinds: .standard)
    #expect(names.missing == [reference("people/1")])
  }

  static func page(_ kind: String, _ number: Int, _ item: String) -> JSON {
    let id = item.split(separator: "/").last.flatMap { Int($0) } ?? 0
    let record: JSON = ["kind": .string(String(item.prefix { $0 != "/" })), "id": .number(id), "name": "n"]
    return ["kind": .string(kind), "page": .number(number), "pages": 3, "count": 3, "items": [record]]
  }

  @Test(arguments: [page("planets", 2, "planets/1"), page("people", 1, "people/1"), page("people", 2, "planets/1")])
  func `a response with another page is rejected`(_ answer: JSON) async {
    let repository = Self.repository("cache GET /people?page=2", answer)
    let problem = await #expect(throws: Problem.self) { try await repository.list(ListRequest(kind("people"), .page(2))) }
    #expect(problem?.type == ProblemType.mismatchedResponse)
  }

  static func repository(withPage2Stating member: String, _ number: Int) -> ScriptedRepository {
    var page = page("people", 2, "people/1").object ?? [:]
    page[member] = .number(number)
    return repository("cache GET /people?page=2", .object(page))
  }

  @Test(arguments: [("pages", Int.max), ("pages", 1_000_001), ("pages", 0), ("count", -1)])
  func `a page with impossible counts is rejected`(_ member: String, _ number: Int) async {
    let repository = Self.repository(withPage2Stating: member, number)
    let problem = await #expect(throws: Problem.self) { try await repository.list(ListRequest(kind("people"), .page(2))) }
    #expect(problem?.type == ProblemType.malformed)
  }

  @Test func `an item without a valid ID has no reference`() async throws {
    let page: JSON = [
      "kind": "people", "page": 1, "pages": 1, "count": 2,
      "items": [["kind": "people", "id": .number(-1), "name": "n"], ["kind": "people", "id": 1, "name": "n"]],
    ]
    let repository = Self.repository("cache GET /people?page=all&order=origin", page)
    #expect(try await repository.references(of: [kind("people")]).flatMap(\.references) == [reference("people/1")])
  }

  @Test func `the pages of a whole list must arrive in order`() async throws {
    func repository(_ numbers: [Int]) -> ScriptedRepository {
      ScriptedRepository([
        "holocron.cache GET /people?page=all": numbers.map { Reply(200, content: Self.page("people", $0, "people/\($0)").bytes()) }
      ])
    }
    let request = ListRequest(kind("people"), .all)
    #expect(try await repository([1, 2, 3]).list(request).page.items.count == 3)
    for wrong in [[1, 1], [2, 3], [1, 3]] {
      let problem = await #expect(throws: Problem.self) { try await repository(wrong).list(request) }
      #expect(problem?.type == ProblemType.mismatchedResponse)
    }
  }

  /// If the origin changes while a list is read, the whole list is requested again.
  @Test func `pages of two origins are never merged`() async throws {
    func page(_ number: Int, _ origin: String) -> Reply {
      CachedResponse(body: Self.page("people", number, "people/\(number)").bytes(), origin: OriginIdentity(origin)).reply
    }
    let cut = [page(1, "embedded"), Reply(Problem(503, "the origin changed", type: ProblemType.misdirected))]
    let mixed = [page(1, "embedded"), page(2, "http://127.0.0.1:1138/api")]
    let whole = [page(1, "http://127.0.0.1:1138/api"), page(2, "http://127.0.0.1:1138/api")]
    let request = ListRequest(kind("people"), .all)
    for first in [cut, mixed] {
      let list = try await SequenceRepository([first, first, whole]).list(request)
      #expect(list.origin?.text == "http://127.0.0.1:1138/api")
      #expect(list.page.items.count == 2)
      let problem = await #expect(throws: Problem.self) { try await SequenceRepository([first, first, first, whole]).list(request) }
      #expect(problem?.type == ProblemType.misdirected)
    }
  }

  @Test func `a path must connect the requested records`() async throws {
    let stop = ReferencePath.Node(reference("people/1"), "Luke")
    let answer = ReferencePath(from: stop, steps: [.init(to: .init(reference("films/1"), "f"), relation: "films", isReversed: false)])
    let request = PathRequest(from: reference("people/1"), to: reference("films/2"))
    let repository = ScriptedRepository(["holocron.search \(request.request.head)": [PathRequest.reply(answer)]])
    let problem = await #expect(throws: Problem.self) { try await repository.path(request) }
    #expect(problem?.type == ProblemType.mismatchedResponse)
    #expect(try answer.checked(PathRequest(from: reference("people/1"), to: reference("films/1"))) == answer)
  }
}

/// A repository that answers each request with the next element of `replies`.
private final class SequenceRepository: Repository {
  private let replies: Mutex<[[Reply]]>

  init(_ replies: [[Reply]]) { self.replies = Mutex(replies) }

  private func next() -> [Reply] { replies.withLock { $0.isEmpty ? [] : $0.removeFirst() } }

  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply { next().last ?? Reply(500) }

  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    for reply in next() { try part(reply) }
  }

  func brokerStatistics() async throws(Problem) -> JSON { [:] }

  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
}
