import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// Lists of an origin on another computer, whose pages are loaded as one scrolls.
@Suite struct FarListTests {
  private static let far = Provenance(isNear: false)

  /// Answers all requests until there are none, and returns those that may have asked the origin. Names that are not to be fetched are not
  /// cached.
  private func settle(_ harness: inout ExplorerHarness) -> [ExplorerQuery] {
    var asked: [ExplorerQuery] = []
    for _ in 0..<30 {
      asked += harness.queries.filter { query in
        switch query {
        case .record, .page, .names(_, cachedOnly: false), .search(_, atOrigin: true), .path: true
        default: false
        }
      }
      harness.answerAll { query in
        if case .names(let references, cachedOnly: true) = query {
          return .names(references.map { .failed($0, Problem(504, "not cached", type: ProblemType.notCached)) })
        }
        // The cache and with it the index are empty.
        if case .suggest = query { return .suggestions([]) }
        return CatalogueResults.result(of: query, Self.far)
      }
      harness.advance(by: .milliseconds(300))
    }
    return asked
  }

  private func pages(_ queries: [ExplorerQuery]) -> [Int] {
    queries.compactMap { if case .page(_, let number, _) = $0 { number } else { nil } }
  }

  private func opened(columns: Int = 80, rows: Int = 24) -> (ExplorerHarness, asked: [ExplorerQuery]) {
    var harness = ExplorerHarness(columns: columns, rows: rows)
    harness.explorer.isOriginNear = nil
    harness.send(.begin)
    let first = settle(&harness)
    harness.open(KindName.people)
    let asked = first + settle(&harness)
    return (harness, asked)
  }

  @Test(arguments: [(80, 24), (132, 43), (300, 100)])
  func `before the user scrolls, sorts or searches, the origin is asked at most three times`(_ columns: Int, _ rows: Int) {
    let (harness, asked) = opened(columns: columns, rows: rows)
    // The fetcher asks for the kinds as well.
    #expect(asked.count <= 3, "\(asked)")
    #expect(ListModelTests.names(harness).first == "Luke Skywalker")
    #expect(harness.screen.contains("in the origin's order"))
  }

  @Test func `scrolling loads the pages on the screen and one ahead, and the end needs only the last pages`() {
    let (first, asked) = opened()
    var harness = first
    #expect(pages(asked) == [1, 2])
    harness.perform(.down)
    let next = settle(&harness)
    #expect(pages(next) == [3])
    #expect(next.contains { if case .names = $0 { true } else { false } })
    harness.perform(.pageDown, .pageDown)
    #expect(pages(settle(&harness)) == [4, 5])
    harness.perform(.last)
    #expect(Set(pages(settle(&harness))) == [7, 8, 9])
    #expect(ListModelTests.selected(harness) != nil)
    #expect(ListModelTests.list(harness)?.count == 82)
  }

  @Test(arguments: [true, false]) func `sorting or filtering loads the rest, with progress`(sorts: Bool) {
    var harness = opened(columns: 132).0
    if sorts { harness.sort("people", by: "height") } else { harness.perform(.filter) }
    if !sorts { harness.type("sky") }
    #expect(harness.screen.contains("loading 20 of 82…"))
    let rest = pages(settle(&harness))
    #expect(rest.count == 7 && Set(rest) == Set(3...9))
    #expect(ListModelTests.list(harness)?.isInOriginOrder == false)
    #expect(ListModelTests.names(harness).count == (sorts ? 82 : 3))
  }

  @Test func `a list that becomes whole as the user scrolls keeps its order until it is sorted`() {
    var harness = opened().0
    for _ in 0..<8 {
      harness.perform(.pageDown)
      _ = settle(&harness)
    }
    #expect(ListModelTests.names(harness).count == 82)
    #expect(ListModelTests.list(harness)?.isInOriginOrder == true)
    harness.perform(.reverse)
    #expect(ListModelTests.list(harness)?.isInOriginOrder == false)
    // A short list is whole at once, and sorted.
    harness.open(KindName.films)
    _ = settle(&harness)
    #expect(ListModelTests.names(harness).first == "The Phantom Menace")
  }

  @Test func `requests for what is no longer on the screen are cancelled`() throws {
    var harness = opened().0
    harness.perform(.open)
    harness.answerAll { if case .page = $0 { CatalogueResults.result(of: $0, Self.far) } else { nil } }
    let names = try #require(harness.requests.last { if case .names = $0.query { true } else { false } })
    harness.open(KindName.films)
    #expect(harness.effects.contains(.cancel(names.id)))
    #expect(harness.explorer.pending[names.id] == nil)
  }

  @Test(arguments: [
    ("embedded", true), ("http://127.0.0.1:1138/api", true), ("http://localhost/api,http://[::1]/api", true),
    ("https://swapi.dev/api", false), ("http://127.0.0.1/api,https://swapi.dev/api", false),
  ])
  func `an origin is near if it is embedded or on this computer`(_ origin: String, isNear: Bool) {
    #expect(Provenance(CachedResponse(body: [], origin: OriginIdentity(origin))).isNear == isNear)
  }
}
