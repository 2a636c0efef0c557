import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Cache

/// The record that a name refers to.
@Suite struct NameFinderTests {
  struct FakeSuggester: Suggester {
    var matches: [Match] = []
    func suggestions(for text: String, of kind: KindName?, client: String, within limit: Duration) async -> [Match] {
      Array(matches.filter { kind == nil || $0.reference.kind == kind }.prefix(SuggestRequest.maxLimit))
    }
  }

  static let records = [
    ("people/1", "Luke Skywalker"), ("people/3", "R2-D2"), ("people/11", "Anakin Skywalker"), ("people/35", "Padmé Amidala"),
    ("planets/1", "Tatooine"),
  ]

  /// Returns a cache of an origin with these records. The origin's search compares letter by letter.
  private func harness(suggesting matches: [Match]? = nil) -> CacheHarness {
    let harness = CacheHarness(people: 0, suggester: matches.map { FakeSuggester(matches: $0) })
    for (text, name) in Self.records { harness.source.rename(reference(text), name) }
    return harness
  }

  private func cacheAllLists(_ harness: CacheHarness) async {
    for kind in Kinds.standard.all { _ = await harness.stream(ListRequest(kind.name, .all)) }
  }

  private func find(_ text: String, _ kind: KindName? = nil, in harness: CacheHarness) async throws(Problem) -> Reference {
    let reply = await harness.ask(NameLookupRequest(text, kind: kind).request)
    if let problem = reply.problem { throw problem }
    return try NameLookupRequest.answer(reply).reference
  }

  @Test(
    arguments: [
      ("luke", nil, "people/1", 6), ("tatooine", Planet.kind, "planets/1", 1), ("padme", nil, "people/35", 12),
      ("r2d2", nil, "people/3", 12),
    ] as [(String, KindName?, String, Int)])
  func `a whole list is never fetched`(_ text: String, _ kind: KindName?, _ expected: String, _ requests: Int) async throws {
    let harness = harness()
    #expect(try await find(text, kind, in: harness) == reference(expected))
    #expect(harness.source.requests.count == requests)
    #expect(harness.source.requests.allSatisfy { $0.contains("search=") })
  }

  @Test(arguments: [("luke", "people/1"), ("r2d2", "people/3"), ("padme", "people/35"), ("tatooine", "planets/1")])
  func `a name in a cached list needs no fetch`(text: String, expected: String) async throws {
    let harness = harness()
    await cacheAllLists(harness)
    let requests = harness.source.requests
    #expect(try await find(text, in: harness) == reference(expected))
    #expect(harness.source.requests == requests)
  }

  @Test func `the origin's name of a record counts, not an older one of the index`() async throws {
    let harness = harness(suggesting: [Match(reference("planets/1"), "Tatooin")])
    #expect(try await find("tatooine", in: harness) == reference("planets/1"))
  }

  @Test(arguments: [true, false]) func `ambiguous names list candidates and typos get suggestions`(isCached: Bool) async {
    let harness = harness()
    if isCached { await cacheAllLists(harness) }
    let ambiguous = await #expect(throws: Problem.self) { try await find("skywalker", in: harness) }
    #expect(ambiguous?.type == ProblemType.ambiguous)
    #expect(Set(ambiguous?.extensions["candidates"]?.array?.compactMap { $0["id"]?.int } ?? []) == [1, 11])
    let typo = await #expect(throws: Problem.self) { try await find("tatoine", in: harness) }
    #expect(typo?.type == ProblemType.notFound)
    #expect(typo?.extensions["suggestions"] == ["Tatooine (planets/1)"])
    let elsewhere = await #expect(throws: Problem.self) { try await find("luke", Planet.kind, in: harness) }
    #expect(elsewhere?.detail == "no record in planets is named 'luke'")
  }

  @Test(arguments: [true, false]) func `a name within a kind gets suggestions of that kind`(isCached: Bool) async {
    // As many as one answer of the search worker has.
    let people = (1...SuggestRequest.maxLimit).map { Match(Reference(.people, $0), "Match \($0)") }
    let harness = harness(suggesting: people + [Match(reference("planets/1"), "Tatooine")])
    if isCached { await cacheAllLists(harness) }
    let problem = await #expect(throws: Problem.self) { try await find("lxkx", Planet.kind, in: harness) }
    #expect(problem?.extensions["suggestions"] == ["Tatooine (planets/1)"])
    let alone = await #expect(throws: Problem.self) { try await find("lxkx", Film.kind, in: harness) }
    #expect(alone?.type == ProblemType.notFound && alone?.extensions["suggestions"] == nil)
  }

  @Test func `a suggestion counts as a name where the list is not cached`() async throws {
    let harness = harness(suggesting: [Match(reference("people/3"), "R2-D2"), Match(reference("people/1"), "Luke Skywalker")])
    #expect(try await find("r2d2", in: harness) == reference("people/3"))
    // The origin was not asked for a fragment of the name.
    #expect(harness.source.requests.count == 6)
  }

  @Test(arguments: ["", " ", "-", "☆"]) func `a text without letters and digits matches nothing and needs no fetch`(text: String) async {
    let harness = harness(suggesting: [Match(reference("people/1"), "Luke Skywalker")])
    let problem = await #expect(throws: Problem.self) { try await find(text, in: harness) }
    #expect(problem?.type == ProblemType.notFound)
    #expect(harness.source.requests.isEmpty)
  }

  @Test func `a failure of the origin is the answer unless all lists are cached`() async throws {
    let harness = harness()
    harness.source.fail(.originDown)
    let problem = await #expect(throws: Problem.self) { try await find("luke", in: harness) }
    #expect(problem?.type == ProblemType.origin)
    let other = self.harness()
    await cacheAllLists(other)
    other.source.fail(.originDown)
    #expect(try await find("luke", in: other) == reference("people/1"))
  }

  @Test func `only-if-cached finds cached names and never fetches`() async throws {
    let harness = harness()
    let request = NameLookupRequest("luke", validation: Validation(onlyIfCached: true)).request
    #expect(await harness.ask(request).problem?.type == ProblemType.notCached)
    #expect(harness.source.requests.isEmpty)
    _ = await harness.stream(ListRequest(.people, .all))
    let requests = harness.source.requests
    #expect(try NameLookupRequest.answer(await harness.ask(request)).reference == reference("people/1"))
    #expect(harness.source.requests == requests)
  }

  @Test(arguments: [
    ("padme", "pa"), ("r2d2", "r2"), ("tatoine", "tat"), ("lu", nil), ("l", nil), ("", nil), ("leia organa", "org"), ("c-3po", "3p"),
  ])
  func `a fragment of the name is searched at the origin`(_ text: String, _ part: String?) {
    #expect(NameFinder.fragment(of: text) == part)
  }
}

/// Suggestions of the search service over a bus.
@Suite struct BusSuggesterTests {
  struct FakeSearch: BusService {
    let name = ServiceName.search.text
    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      guard let suggest = try? SuggestRequest(request) else { return Reply(400) }
      return SuggestRequest.reply([Match(reference("people/1"), "\(suggest.text) \(suggest.kind?.text ?? "any") \(suggest.limit)")])
    }
  }

  private func serving(_ body: @Sendable (BusAddress) async throws -> Void) async throws {
    let address = try BusAddress(requests: Endpoint("inproc://suggester-\(UInt64.random(in: 0 ... .max))"))
    let broker = try Broker(binding: [address], logger: .silent)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await broker.run() }
      defer { group.cancelAll() }
      try await body(address)
    }
  }

  /// The broker itself would wait for a worker for as long as its grace period.
  @Test func `without a search worker there are no suggestions at once`() async throws {
    try await serving { address in
      let client = try BusClient(address)
      let matches = try await within(.seconds(10), "suggestions") {
        await BusSuggester(client).suggestions(for: "luke", of: nil, client: "a", within: .seconds(3_600))
      }
      #expect(matches.isEmpty)
      await client.close()
    }
  }

  @Test(arguments: [nil, Planet.kind])
  func `a search worker is asked for as many suggestions of the kind as possible`(_ kind: KindName?) async throws {
    try await serving { address in
      let client = try BusClient(address)
      let worker = try BusWorker(FakeSearch(), at: address, logger: .silent)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await worker.run() }
        defer { group.cancelAll() }
        let matches = try await eventually("the worker is registered") {
          let matches = await BusSuggester(client).suggestions(for: "luke", of: kind, client: "a", within: .testLimit)
          return matches.isEmpty ? nil : matches
        }
        #expect(matches.map(\.name) == ["luke \(kind?.text ?? "any") 50"])
      }
      await client.close()
    }
  }
}
