import Contracts
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Cache

/// Entries belong to an origin: entries of one origin are never served as another's.
@Suite struct OriginTests {
  static let server = OriginIdentity("http://127.0.0.1:1138/api")

  @Test func `an answer names its origin`() async {
    let harness = CacheHarness()
    harness.source.setOrigin(.embedded)
    for _ in 0..<2 {
      #expect(await harness.record(1).fields[OriginIdentity.field] == "embedded")
      #expect(await harness.list(ListRequest(.people)).fields[OriginIdentity.field] == "embedded")
      #expect(await harness.record(99).fields[OriginIdentity.field] == "embedded")
    }
    #expect(harness.service.facts == ["origin": "embedded"])
    harness.source.fail(.originDown)
    #expect(await harness.record(2, Validation(revalidate: true)).fields[OriginIdentity.field] == "embedded")
    // The request names the origin.
    #expect(harness.source.lastRequest?.fields[OriginIdentity.field] == "embedded")
  }

  /// The fetcher switches its origin without an event.
  @Test func `a change of the origin is detected by the next fetch`() async {
    let harness = CacheHarness()
    harness.source.setOrigin(.embedded)
    _ = await harness.record(1)
    harness.source.setOrigin(Self.server)
    harness.source.rename(Reference(.people, 1), "Somebody else")
    harness.source.rename(Reference(.people, 2), "And another")
    // A miss is answered by the new origin, and fresh entries of the old origin are not served any more.
    let other = await harness.record(2)
    #expect(other.text.contains("And another"))
    #expect(other.fields[OriginIdentity.field] == Self.server?.text)
    #expect(await harness.record(1).text.contains("Somebody else"))
    #expect(await harness.list(ListRequest(.people)).fields[OriginIdentity.field] == Self.server?.text)
  }

  @Test func `entries of an origin are kept for when it is used again`() async {
    let harness = CacheHarness(people: 5)
    harness.source.setOrigin(.embedded)
    _ = await harness.list(ListRequest(.people))
    harness.source.setOrigin(Self.server)
    await harness.service.lookup.origins.refresh()
    _ = await harness.list(ListRequest(.people))
    harness.source.setOrigin(.embedded)
    await harness.service.lookup.origins.refresh()
    let requestCount = harness.source.requests.count
    let back = await harness.list(ListRequest(.people))
    #expect(back.fields[OriginIdentity.field] == "embedded")
    #expect(back.cacheStatus == "holocron; hit; ttl=86400")
    #expect(await harness.record(3).cacheStatus == "holocron; hit; ttl=86400")
    #expect(harness.source.requests.count == requestCount)
  }

  /// A new worker asks for the origin before its first answer, so that it does not serve entries of the last origin.
  @Test func `a new worker asks for the origin first`() async {
    let store = SQLiteStore()
    let source = FakeSource()
    source.setOrigin(.embedded)
    let first = CacheHarness(store: store, source: source)
    _ = await first.record(1)
    source.setOrigin(Self.server)
    var settings = CacheSettings.longTimeouts
    settings.originTimeout = .testLimit
    let second = CacheHarness(store: store, settings: settings, source: source)
    #expect(await second.record(1).fields[OriginIdentity.field] == Self.server?.text)
    // Without a fetcher, the last origin is used.
    source.setOrigin(nil)
    let third = CacheHarness(store: store, settings: settings, source: source)
    let remembered = await third.record(1)
    #expect(remembered.fields[OriginIdentity.field] == Self.server?.text)
    #expect(remembered.cacheStatus == "holocron; hit; ttl=86400")
  }

  /// Fetchers with two origins answer in turn, whichever origin the request names.
  @Test func `fetchers that use different origins are reported`() async {
    let harness = CacheHarness()
    harness.source.setOrigin(.embedded)
    harness.source.setHook { request, _ in
      let named = request.fields[OriginIdentity.field] ?? ""
      return Self.server.map { Reply(.misdirected(to: named, from: named == "embedded" ? $0 : .embedded)) }
    }
    let reply = await harness.record(1)
    #expect(reply.status == 503)
    #expect(reply.problem?.type == ProblemType.misdirected)
    #expect(harness.source.requests.count == 3)
  }

  /// Returns the answers of a fetcher that switches its origin on the first request for a second page.
  private func parts(_ request: ListRequest) async throws -> [Reply] {
    let harness = CacheHarness()
    harness.source.setOrigin(.embedded)
    harness.source.setHook { [source = harness.source] request, _ in
      guard request.head.contains("page=2") else { return nil }
      source.rename(Reference(.people, 1), "Somebody else")
      source.setOrigin(Self.server)
      return nil
    }
    return await harness.stream(request)
  }

  @Test(arguments: [ListRequest.Extent.page(3), .all]) func `a sorted list has pages of one origin only`(_ extent: ListRequest.Extent)
    async throws
  {
    let parts = try await parts(ListRequest(.people, extent, sort: "name"))
    #expect(parts.allSatisfy { $0.status == 200 && OriginIdentity($0.fields) == Self.server })
    // The record that the other origin has renamed sorts last.
    #expect(parts.last?.text.contains("Somebody else") == true)
  }

  @Test func `a list in the order of the origin ends where the origin changes`() async throws {
    let parts = try await parts(ListRequest(.people, .all, asOrigin: true))
    #expect(parts.map(\.status) == [200, 503])
    #expect(parts.last?.problem?.type == ProblemType.misdirected)
    #expect(parts.last?.problem?.detail?.contains("embedded") == true)
  }

  /// The first server of a group answers one request only.
  @Test func `the pages of a list are from one server of a group`() async throws {
    let harness = CacheHarness()
    let (source, service) = (harness.source, harness.service)
    source.setOrigin(OriginIdentity("http://a/api,http://b/api"))
    source.setHook { request, _ in
      let server = request.head == source.requests[0] && source.requests.count == 1 ? "a" : "b"
      source.setFields(["content-location": "http://\(server)/api/people/?page=1"])
      return nil
    }
    let mixed = await service.stream(ListRequest(.people, .all, asOrigin: true).request)
    #expect(mixed.map(\.status) == [200, 503])
    #expect(mixed.last?.problem?.type == ProblemType.misdirected)
    #expect(mixed.last?.problem?.detail?.contains("http://a/api and continued with pages from http://b/api") == true)
    // The pages were revalidated, so the next attempt succeeds without a request.
    let count = source.requests.count
    let whole = await service.stream(ListRequest(.people, .all, asOrigin: true).request)
    #expect(whole.map(\.status) == [200, 200, 200])
    #expect(whole.allSatisfy { $0.fields["content-location"]?.hasPrefix("http://b/api/") == true })
    #expect(source.requests.count == count)
  }
}
