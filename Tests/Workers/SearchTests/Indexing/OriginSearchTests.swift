import Contracts
import CoreMetrics
import MessageBus
import Models
import Synchronization
import TestSupport
import Testing

@testable import Search

/// How often the origin is searched.
struct OriginSearchTests {
  private let cache = FakeCache()
  private let index: RecordIndex
  private let search: OriginSearch
  private let clock = Clock()

  final class Clock: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)
    func pass(_ time: Duration) { passed.withLock { $0 += time } }
    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
  }

  init() {
    index = .empty()
    search = OriginSearch(cache, index, settings: .longTimeouts, now: { [clock] in clock.now })
  }

  private func find(_ text: String, in kinds: [KindName] = [.people, .films]) async -> [Reference]? {
    await search.references(for: text, in: kinds, within: .testLimit, onBehalfOf: "")
  }

  private var searches: [String] { cache.requests.filter { $0.contains("search=") } }

  /// Records the field that names the client of a request.
  private final class RecordingSource: ServiceClient {
    let forwarded = Mutex<[String?]>([])

    func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply {
      forwarded.withLock { $0.append(request.fields["forwarded"]) }
      return Reply(503)
    }

    func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool { true }
  }

  /// Otherwise all searches would wait in one line, behind those of a busy client.
  @Test func `the origin is searched on behalf of the client`() async {
    let source = RecordingSource()
    let search = OriginSearch(source, index, settings: .longTimeouts)
    _ = await search.references(for: "luke", in: [.people], within: .testLimit, onBehalfOf: "leia")
    #expect(source.forwarded.withLock(\.self) == ["for=\"_leia\""])
  }

  @Test func `a repeated search sends no request until its results have expired`() async {
    for text in ["luke", "  LUKE "] { #expect(await find(text) == [Reference(.people, 1)]) }
    #expect(searches.count == 2)
    clock.pass(SearchSettings().originResultLifetime + .seconds(1))
    #expect(await find("luke") == [Reference(.people, 1)])
    #expect(searches.count == 4)
  }

  @Test func `extending a query sends no request once the results are complete`() async {
    for text in ["sky", "skyw", "skywa", "skywalker"] { #expect(await find(text, in: [.people]) != nil) }
    #expect(searches.count == 1)
    // These results have more than one page.
    for text in ["an", "ana"] { _ = await find(text, in: [.people]) }
    #expect(searches.count == 3)
  }

  @Test func `a single letter is not searched for`() async {
    #expect(await find("l") == nil)
    #expect(searches.isEmpty)
  }

  @Test func `after a purge the origin is searched again`() async {
    _ = await find("luke", in: [.people])
    await index.remove({ _ in true }, counts: { _ in true })
    await index.flush()
    #expect(await find("luke", in: [.people]) == [Reference(.people, 1)])
    #expect(index.snapshot.corpus.position(of: Reference(.people, 1)) != nil)
    #expect(searches.count == 2)
  }

  @Test func `the number of cached results is limited`() async {
    for number in 0..<(OriginSearch.capacity + 50) {
      _ = await find("\(number) nobody", in: [.films])
      clock.pass(.milliseconds(1))
    }
    let before = searches.count
    _ = await find("0 nobody", in: [.films])
    #expect(searches.count == before + 1)
  }
}
