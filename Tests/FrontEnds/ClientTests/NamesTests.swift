import Contracts
import MessageBus
import Models
import OrderedJSON
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Client

/// Finding records by reference or name.
@Suite struct NamesTests {
  @Test(arguments: ["people/-1", "people/0", "people/01", "people/+1", "people/99999999999999999999", "people/", "people/ "])
  func `an invalid ID is not treated as a name`(text: String) async {
    let problem = await #expect(throws: Problem.self) { try await ScriptedRepository().find([text], kinds: .standard) }
    #expect(problem?.status == 400)
    #expect(problem?.detail?.contains("people/") == true)
    #expect(problem?.detail?.contains("to 9223372036854775807") == text.contains("99"))
  }

  @Test(arguments: [
    ("Films/1", "films/1"), ("film/1", "films/1"), ("person/1", "people/1"), ("/people/1/", "people/1"), ("people/1/", "people/1"),
    ("https://swapi.dev/api/people/1/", "people/1"), ("HTTP://127.0.0.1:8/api/planets/3/?format=json#x", "planets/3"),
    ("https://www.swapi.tech/api/starships/9", "starships/9"), ("/droids/5/", "droids/5"), ("https://host/api/droids/5", "droids/5"),
  ])
  func `a reference is understood as people write it`(text: String, reference: String) async throws {
    #expect(try await ScriptedRepository().find(text, kinds: .standard).description == reference)
  }

  @Test(arguments: [
    ("PEOPLE/Luke", "people/Luke"), ("Person/luke", "people/luke"), ("luke", "luke"), ("a/b/c", "a/b/c"), ("/luke", "/luke"),
    ("https://host/", "https://host/"), ("https://host/people", "https://host/people"), ("people/", "people/"), ("", ""), ("/", "/"),
    ("AC/DC", "AC/DC"),
  ])
  func `other texts stay names`(text: String, meaning: String) { #expect(TypedReference(text, .standard).text == meaning) }

  /// A repository with these lists, sorted and in the origin's order.
  static let repository = ScriptedRepository(
    Dictionary(
      uniqueKeysWithValues: [
        list("films", "title", [(1, "A New Hope")]), list("people", "name", [(1, "Luke Skywalker"), (11, "Anakin Skywalker")]),
        list("planets", "name", [(1, "Tatooine"), (5, "Naboo")]), list("species", "name", [(12, "Gungan")]), list("vehicles", "name", []),
        list("starships", "name", [(12, "X-wing")]),
      ].flatMap { [$0, ("\($0.0)&order=origin", $0.1)] }))

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
    #expect(try await Self.repository.find(text, kinds: .standard) == reference(expected))
  }

  @Test(arguments: [
    ("skywalker", ProblemType.ambiguous), ("planets/luke", ProblemType.notFound), ("nabu", ProblemType.notFound),
  ])
  func `ambiguous and unknown names fail`(text: String, type: String) async {
    let problem = await #expect(throws: Problem.self) { try await Self.repository.find(text, kinds: .standard) }
    #expect(problem?.type == type)
  }

  @Test func `kinds that the origin does not offer have no records`() async throws {
    var repository = Self.repository
    repository.replies["holocron.cache GET /kinds"] = [KindsRequest.reply([kind("people")])]
    #expect(await repository.availableKinds(of: .standard) == [kind("people")])
    repository.replies["holocron.cache GET /films?page=all&order=origin"] = nil
    let lists = try await repository.references(of: [kind("films"), kind("people")])
    #expect(lists.map(\.kind) == [kind("films"), kind("people")])
    #expect(lists.flatMap(\.references) == ["people/1", "people/11"].map(reference))
    #expect(await ScriptedRepository().availableKinds(of: .standard) == Kinds.standard.all.map(\.name))
  }
}

/// The names of the records that a record refers to.
@Suite struct ReferenceNamesTests {
  /// A cache that answers requests for names with scripted parts, and records them.
  final class NamesCache: Repository {
    let requests = Mutex<[NamesRequest]>([])
    private let parts: @Sendable (NamesRequest) -> [Reply]

    init(_ parts: @escaping @Sendable (NamesRequest) -> [Reply]) { self.parts = parts }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply { Reply(500) }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      guard service == .cache, let names = try NamesRequest(request) else { return try part(Reply(400)) }
      requests.withLock { $0.append(names) }
      for reply in parts(names) { try part(reply) }
    }

    func brokerStatistics() async throws(Problem) -> JSON { [:] }
    func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
  }

  static func label(_ reference: Reference, _ name: String = "n") -> NameAnswer {
    NameAnswer(reference, .label(["kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name)]))
  }

  static let references = ["planets/1", "films/1", "films/8", "films/9", "films/10"].map(reference)

  @Test func `one request returns all names and the reasons for those that are missing`() async {
    let title: JSON = ["kind": "films", "id": 1, "title": "A New Hope"]
    let nameless: JSON = ["kind": "films", "id": 10]
    let cache = NamesCache { request in
      [
        NamesRequest.reply([Self.label(request.references[0], "Tatooine"), NameAnswer(request.references[4], .label(nameless))]),
        NamesRequest.reply([NameAnswer(request.references[1], .label(title))]),
        NamesRequest.reply([
          NameAnswer(request.references[2], .missing(Problem(502, "the origin failed", type: ProblemType.origin))),
          NameAnswer(request.references[3], .missing(Problem(404, "there is no such record", type: ProblemType.notFound))),
        ]),
      ]
    }
    let names = await ReferenceNames.fetched(Self.references + Self.references, from: cache, kinds: .standard)
    #expect(
      Self.references.map { names[$0] } == [
        .named("Tatooine"), .named("A New Hope"), .missing(Self.references[2], "the origin failed"),
        .missing(Self.references[3], "not found"), .missing(Self.references[4], "has no name"),
      ])
    #expect(names.missing == ["films/10", "films/8", "films/9"].map(reference).sorted())
    #expect(cache.requests.withLock(\.self) == [NamesRequest(Self.references)])
  }

  @Test func `a large set is split into several requests`() async {
    let cache = NamesCache { request in [NamesRequest.reply(request.references.map { Self.label($0) })] }
    let references = (1...(2 * NamesRequest.maxReferences + 1)).map { Reference(.people, $0) }
    let names = await ReferenceNames.fetched(references, from: cache, kinds: .standard)
    #expect(names.missing.isEmpty)
    #expect(references.allSatisfy { names[$0] == .named("n") })
    let sizes = cache.requests.withLock { $0.map(\.references.count) }
    #expect(sizes.sorted() == [1, NamesRequest.maxReferences, NamesRequest.maxReferences])
  }

  /// A cache that holds its answers until the gate is released.
  final class HeldCache: Repository {
    private let outstanding = Mutex((now: 0, most: 0))

    let gate = HoldingGate(isHolding: true)
    /// The largest number of requests that were outstanding at once.
    var most: Int { outstanding.withLock { $0.most } }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      guard let names = try NamesRequest(request) else { return try part(Reply(400)) }
      outstanding.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      await gate.pass()
      outstanding.withLock { $0.now -= 1 }
      guard names.references[0].id > 1 else { throw Problem(503, "the worker was lost", type: ProblemType.workerLost) }
      try part(NamesRequest.reply(names.references.map { ReferenceNamesTests.label($0) }))
    }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply { Reply(500) }
    func brokerStatistics() async throws(Problem) -> JSON { [:] }
    func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
  }

  @Test func `the requests of a large set wait side by side, four at once, and fail alone`() async throws {
    let cache = HeldCache()
    let references = (1...(9 * NamesRequest.maxReferences)).map { Reference(.people, $0) }
    let names = Task { await ReferenceNames.fetched(references, from: cache, kinds: .standard) }
    try await eventually("four requests wait") { cache.gate.heldCount == 4 }
    cache.gate.release()
    let fetched = await names.value
    #expect(cache.most == 4)
    #expect(fetched.missing == Array(references.prefix(NamesRequest.maxReferences)))
    #expect(references.dropFirst(NamesRequest.maxReferences).allSatisfy { fetched[$0] == .named("n") })
  }

  @Test func `a cancelled request for a large set still passes on every reference once`() async throws {
    let cache = HeldCache()
    let references = (1...(3 * NamesRequest.maxReferences)).map { Reference(.people, $0) }
    let arrived = Task {
      var arrived: [Reference] = []
      await cache.names(of: references) { arrived += $0.map(\.reference) }
      return arrived
    }
    try await eventually("three requests wait") { cache.gate.heldCount == 3 }
    arrived.cancel()
    cache.gate.release()
    #expect(await arrived.value.sorted() == references)
  }

  @Test func `a stream that fails keeps the names that have arrived`() async {
    let cache = NamesCache { request in
      [
        NamesRequest.reply([Self.label(request.references[0], "Tatooine")]),
        Reply(Problem(503, "the worker was lost", type: ProblemType.workerLost)),
      ]
    }
    let names = await ReferenceNames.fetched(Self.references, from: cache, kinds: .standard)
    #expect(names[Self.references[0]] == .named("Tatooine"))
    #expect(names[Self.references[1]] == .missing(Self.references[1], "the worker was lost"))
    #expect(names.missing == Self.references.dropFirst().sorted())
  }
}
