import Contracts
import CoreMetrics
import MessageBus
import Models
import Testing

@testable import Search

/// With automatic filling, records are fetched only where that can be nobody's burden.
struct FillPermitTests {
  private static let foreign = "https://swapi.example/api"
  private let cache = FakeCache()

  private func permit(_ mode: FillMode = .auto) -> FillPermit { FillPermit(mode, cache, patience: .seconds(1)) }

  @Test(
    arguments: [
      ([], false), (["embedded"], true), (["embedded", "http://127.0.0.1:1138/api"], true), (["embedded", "embedded", "embedded"], true),
      ([Self.foreign], false), (["embedded", Self.foreign], false), ([Self.foreign, "embedded", "embedded"], false),
      (["embedded", nil], false),
    ] as [([String?], Bool)])
  func `every fetcher must look things up on this machine`(origins: [String?], isGiven: Bool) async {
    cache.attach(origins)
    #expect(await permit().isGiven() == isGiven)
    #expect(await permit(.eager).isGiven())
    #expect(await !permit(.cached).isGiven())
  }

  @Test func `it changes with the fetchers`() async {
    let permit = permit()
    cache.attach(["embedded"])
    #expect(await permit.isGiven())
    let before = cache.asked.count
    #expect(await permit.isGiven())
    #expect(cache.asked.count == before, "who is known is not asked again")
    cache.attach(["embedded", Self.foreign])
    #expect(await !permit.isGiven())
    cache.attach(["embedded"])
    #expect(await permit.isGiven())
    cache.change { $0.failure = Problem(503, "no broker", type: ProblemType.noBus) }
    #expect(await !permit.isGiven())
  }

  @Test func `a fetcher that cannot be told from another is not trusted`() async {
    cache.attach(["embedded", "embedded"])
    cache.change { $0.processes = ["f0": 100, "f1": 100] }
    #expect(await !permit().isGiven())
  }

  @Test func `a fetcher that comes while the index fills ends it, and when it is gone it goes on`() async throws {
    let index = RecordIndex(
      try IndexStore(file: nil, logger: .silent), kinds: .standard, counters: SearchCounters(NOOPMetricsHandler.instance), logger: .silent)
    let filler = Filler(cache, index, settings: SearchSettings(), logger: .silent)
    var news = News()
    news.add("worker/joined/holocron.fetch")
    cache.attach(["embedded"])
    cache.change { $0.beforeFetch = { state in if state.fetched.count == 2 { state.fetchers["f9"] = .some(Self.foreign) } } }
    await filler.heed(news)
    #expect(cache.fetched.count == 3)
    #expect(!index.snapshot.coverage.isComplete)
    cache.change { state in
      state.beforeFetch = { _ in }
      state.fetchers["f9"] = nil
    }
    news = News()
    news.add("worker/left/holocron.fetch")
    await filler.heed(news)
    #expect(index.snapshot.coverage.isComplete)
    #expect(cache.fetched.count == Set(cache.fetched).count)
  }
}
