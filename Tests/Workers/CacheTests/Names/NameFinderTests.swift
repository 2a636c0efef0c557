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
  static let records = [
    ("people/1", "Luke Skywalker"), ("people/3", "R2-D2"), ("people/11", "Anakin Skywalker"), ("people/35", "Padmé Amidala"),
    ("planets/1", "Tatooine"),
  ]

  /// Returns a cache of an origin with these records. The origin's search compares letter by letter.
  private func harness(suggesting matches: [Match]? = nil) -> CacheHarness {
    let harness = CacheHarness(people: 0)
    if let matches { harness.source.suggest(matches) }
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
      ("luke", nil, "people/1", 6), ("tatooine", KindName.planets, "planets/1", 1), ("padme", nil, "people/35", 12),
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

  @Test(arguments: [true, false]) func `ambiguous names list candidates and typos get suggestions`(isCached: Bool) async {
    let harness = harness()
    if isCached { await cacheAllLists(harness) }
    let ambiguous = await #expect(throws: Problem.self) { try await find("skywalker", in: harness) }
    #expect(ambiguous?.type == ProblemType.ambiguous)
    #expect(Set(ambiguous?.extensions["candidates"]?.array?.compactMap { $0["id"]?.int } ?? []) == [1, 11])
    let typo = await #expect(throws: Problem.self) { try await find("tatoine", in: harness) }
    #expect(typo?.type == ProblemType.notFound)
    #expect(typo?.extensions["suggestions"] == ["Tatooine (planets/1)"])
    let elsewhere = await #expect(throws: Problem.self) { try await find("luke", KindName.planets, in: harness) }
    #expect(elsewhere?.detail == "no record in planets is named 'luke'")
  }

  @Test(arguments: [true, false]) func `a name within a kind gets suggestions of that kind`(isCached: Bool) async {
    // As many as one answer of the search worker has.
    let people = (1...SuggestRequest.maxLimit).map { Match(Reference(.people, $0), "Match \($0)") }
    let harness = harness(suggesting: people + [Match(reference("planets/1"), "Tatooine")])
    if isCached { await cacheAllLists(harness) }
    let problem = await #expect(throws: Problem.self) { try await find("lxkx", KindName.planets, in: harness) }
    #expect(problem?.extensions["suggestions"] == ["Tatooine (planets/1)"])
    let alone = await #expect(throws: Problem.self) { try await find("lxkx", KindName.films, in: harness) }
    #expect(alone?.type == ProblemType.notFound && alone?.extensions["suggestions"] == nil)
  }

  @Test func `a suggestion counts as a name where the list is not cached, unless the origin has a newer one`() async throws {
    let matches = [Match(reference("people/3"), "R2-D2"), Match(reference("people/1"), "Luke"), Match(reference("planets/1"), "Tatooin")]
    let harness = harness(suggesting: matches)
    #expect(try await find("r2d2", in: harness) == reference("people/3"))
    // The origin was not asked for a fragment of the name.
    #expect(harness.source.requests.count == 6)
    #expect(try await find("tatooine", in: harness) == reference("planets/1"))
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
