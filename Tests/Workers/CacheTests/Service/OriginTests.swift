import Contracts
import MessageBus
import Models
import Synchronization
import TestSupport
import Testing

@testable import Cache

/// Entries belong to an origin: one origin's facts are never given as another's.
@Suite struct OriginTests {
  static let server = OriginIdentity("http://127.0.0.1:1138/api")

  @Test func anAnswerNamesItsOrigin() async {
    let harness = CacheHarness()
    harness.source.become(.embedded)
    for _ in 0..<2 {
      #expect(await harness.record(1).fields[OriginIdentity.field] == "embedded")
      #expect(await harness.list(ListRequest(.people)).fields[OriginIdentity.field] == "embedded")
      #expect(await harness.record(99).fields[OriginIdentity.field] == "embedded")
    }
    #expect(harness.service.facts == ["origin": "embedded"])
    harness.source.fail(.originDown)
    #expect(await harness.record(2, Validation(revalidate: true)).fields[OriginIdentity.field] == "embedded")
    // The question is for that origin alone.
    #expect(harness.source.lastAsked?.fields[OriginIdentity.field] == "embedded")
  }

  /// The fetcher asks another origin now, and nobody said so before it was asked.
  @Test func anotherOriginIsFoundOutByAsking() async {
    let harness = CacheHarness()
    harness.source.become(.embedded)
    _ = await harness.record(1)
    harness.source.become(Self.server)
    harness.source.rename(Reference(.people, 1), "Somebody else")
    harness.source.rename(Reference(.people, 2), "And another")
    // A miss is answered by the new one, and what was fresh of the old one is no answer any more.
    let other = await harness.record(2)
    #expect(other.text.contains("And another"))
    #expect(other.fields[OriginIdentity.field] == Self.server?.text)
    #expect(await harness.record(1).text.contains("Somebody else"))
    #expect(await harness.list(ListRequest(.people)).fields[OriginIdentity.field] == Self.server?.text)
  }

  @Test func whatWasLearntIsKeptForGoingBack() async {
    let harness = CacheHarness(people: 5)
    harness.source.become(.embedded)
    _ = await harness.list(ListRequest(.people))
    harness.source.become(Self.server)
    await harness.service.lookup.fetcher.origins.relearn()
    _ = await harness.list(ListRequest(.people))
    harness.source.become(.embedded)
    await harness.service.lookup.fetcher.origins.relearn()
    let asked = harness.source.asked.count
    let back = await harness.list(ListRequest(.people))
    #expect(back.fields[OriginIdentity.field] == "embedded")
    #expect(back.cacheStatus == "holocron; hit; ttl=86400")
    #expect(await harness.record(3).cacheStatus == "holocron; hit; ttl=86400")
    #expect(harness.source.asked.count == asked)
  }

  @Test func goingBackIsSeenByAMissToo() async {
    let harness = CacheHarness()
    harness.source.become(.embedded)
    _ = await harness.record(1)
    harness.source.become(Self.server)
    _ = await harness.record(2)
    harness.source.become(.embedded)
    let reply = await harness.record(1)
    #expect(reply.fields[OriginIdentity.field] == "embedded")
    #expect(reply.status == 200)
    #expect(harness.service.facts == ["origin": "embedded"])
  }

  /// A worker that starts asks first, so that nothing of the last origin slips out.
  @Test func aWorkerThatStartsAsksFirst() async {
    let store = MemoryStore()
    let source = FakeSource()
    source.become(.embedded)
    let first = CacheHarness(store: store, source: source)
    _ = await first.record(1)
    source.become(Self.server)
    var settings = CacheSettings.patient
    settings.originPatience = .seconds(60)
    let second = CacheHarness(store: store, settings: settings, source: source)
    #expect(await second.record(1).fields[OriginIdentity.field] == Self.server?.text)
    // Without a fetcher to ask, the origin that was asked last is the one.
    source.become(nil)
    let third = CacheHarness(store: store, settings: settings, source: source)
    let remembered = await third.record(1)
    #expect(remembered.fields[OriginIdentity.field] == Self.server?.text)
    #expect(remembered.cacheStatus == "holocron; hit; ttl=86400")
  }

  /// The fetchers of two origins answer by turns, whatever the question was for.
  @Test func fetchersThatDisagreeAreNamed() async {
    struct Turncoat: Source {
      let source: FakeSource
      func fetch(_ request: Request, within limit: Duration) async -> Reply {
        let other: OriginIdentity = request.fields[OriginIdentity.field] == "embedded" ? OriginTests.server ?? .embedded : .embedded
        if OriginRequest(request) != nil { return OriginRequest.reply(.embedded) }
        _ = await source.fetch(request, within: limit)
        return Reply(.misdirected(to: request.fields[OriginIdentity.field] ?? "", from: other))
      }
    }
    let source = FakeSource()
    let service = CacheService(store: MemoryStore(), source: Turncoat(source: source), settings: .patient, logger: .silent)
    let reply = await service.answer(RecordRequest(Reference(.people, 1)).request, parts: ReplyParts { _ in })
    #expect(reply.status == 503)
    #expect(reply.problem?.type == ProblemType.misdirected)
    #expect(source.asked.count == 3)
  }

  /// The fetcher asks another origin from the first request for a second page on.
  struct Turning: Source {
    let source: FakeSource
    let server: OriginIdentity
    func fetch(_ request: Request, within limit: Duration) async -> Reply {
      if request.head.contains("page=2") {
        source.rename(Reference(.people, 1), "Somebody else")
        source.become(server)
      }
      return await source.fetch(request, within: limit)
    }
  }

  private func parts(_ request: ListRequest) async throws -> [Reply] {
    let source = FakeSource()
    source.become(.embedded)
    let turning = Turning(source: source, server: try #require(Self.server))
    let service = CacheService(store: MemoryStore(), source: turning, settings: .patient, logger: .silent)
    let parts = Mutex<[Reply]>([])
    let last = await service.answer(request.request, parts: ReplyParts { part in parts.withLock { $0.append(part) } })
    await service.close()
    return parts.withLock { $0 } + [last]
  }

  @Test(arguments: [ListRequest.Extent.page(3), .all]) func aListInAnOrderOfOurOwnIsOfOneOrigin(_ extent: ListRequest.Extent) async throws {
    let parts = try await parts(ListRequest(.people, extent, sort: "name"))
    #expect(parts.allSatisfy { $0.status == 200 && OriginIdentity($0.fields) == Self.server })
    // Last by number in the names of the other origin, first on the origin's first page.
    #expect(parts.last?.text.contains("Somebody else") == true)
  }

  @Test func aListInTheOriginsOrderEndsWhereTheOriginChanges() async throws {
    let parts = try await parts(ListRequest(.people, .all, asOrigin: true))
    #expect(parts.map(\.status) == [200, 503])
    #expect(parts.last?.problem?.type == ProblemType.misdirected)
    #expect(parts.last?.problem?.detail?.contains("embedded") == true)
  }
}

extension OriginTracker {
  /// As when a fetcher comes.
  func relearn() async { _ = await learn() }
}
