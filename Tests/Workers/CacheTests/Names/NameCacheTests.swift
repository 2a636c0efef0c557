import Contracts
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// The names of cached lists.
@Suite struct NameCacheTests {
  private let harness = CacheHarness()

  private func cacheList() async { _ = await harness.stream(ListRequest(.people, .all, asOrigin: true)) }

  private func names() async -> ListNames? { await names(from: harness.service.cachedNames) }

  private func names(from cache: NameCache) async -> ListNames? {
    await cache.names(of: .people, Caller(ReplyParts { _ in }, deadline: nil, default: .testLimit))
  }

  /// The address of the elements, equal for two arrays only if they share them.
  private func storage<Element>(_ elements: [Element]?) -> UnsafePointer<Element>? { elements?.withUnsafeBufferPointer { $0.baseAddress } }

  private func texts(_ names: ListNames?) -> [String] { names?.groups.flatMap { $0.map(\.entry.name) } ?? [] }

  @Test func `the names of a list that does not change are read once`() async throws {
    await cacheList()
    let first = try #require(await names())
    #expect(texts(first) == (1...25).map { "Person \(1_000 - $0)" })
    // The origin confirms a record, a client searches, and another list is fetched.
    _ = await harness.record(3, Validation(revalidate: true))
    _ = await harness.list(ListRequest(.people, search: "999"))
    _ = await harness.list(ListRequest(.droids))
    let second = await names()
    #expect(storage(second?.groups) == storage(first.groups))
  }

  @Test func `after a change only the changed page is parsed`() async throws {
    await cacheList()
    let first = try #require(await names())
    harness.source.rename(Reference(.people, 12), "Wormie")
    _ = await harness.record(12, Validation(revalidate: true))
    let second = try #require(await names())
    #expect(texts(second)[11] == "Wormie")
    #expect(texts(second).count == 25)
    for page in [0, 2] { #expect(storage(second.pages[page].names) == storage(first.pages[page].names)) }
    #expect(storage(second.pages[1].names) != storage(first.pages[1].names))
  }

  @Test func `names that the store no longer has are removed`() async {
    await cacheList()
    #expect(await names() != nil)
    #expect(harness.service.cachedNames.usage.entries == 1)
    _ = await harness.ask(PurgeRequest(.record(Reference(.people, 7))).request)
    #expect(await names() == nil)
    #expect(harness.service.cachedNames.usage == StoreUsage(entries: 0, bytes: 0))
  }

  @Test func `a change that another worker announces is read`() async throws {
    let (folder, source) = (try TemporaryDirectory(), FakeSource())
    let path = folder.file("cache.sqlite")
    let one = CacheHarness(store: try SQLiteStore(file: path, logger: .silent), source: source)
    let two = CacheHarness(store: try SQLiteStore(file: path, logger: .silent), source: source)
    _ = await one.stream(ListRequest(.people, .all, asOrigin: true))
    #expect(texts(await names(from: two.service.cachedNames)).first == "Person 999")
    source.rename(Reference(.people, 1), "Wormie")
    _ = await one.record(1, Validation(revalidate: true))
    for event in one.events.all { two.service.handle(event) }
    #expect(texts(await names(from: two.service.cachedNames)).first == "Wormie")
    await one.service.close()
    await two.service.close()
  }

  /// Events may be lost.
  @Test func `names are read again after a while, and unchanged pages are not parsed`() async throws {
    await cacheList()
    let first = try #require(await names())
    harness.clock.advance(by: CacheSettings.longTimeouts.recheckInterval)
    let second = try #require(await names())
    #expect(storage(second.groups) != storage(first.groups))
    for page in 0..<3 { #expect(storage(second.pages[page].names) == storage(first.pages[page].names)) }
  }

  @Test func `names of a list that is too old to be served are not used`() async {
    await cacheList()
    #expect(await names() != nil)
    harness.clock.advance(by: .seconds(365 * 86_400))
    #expect(await names() == nil)
  }

  @Test func `names beyond the limit are used and not kept`() async {
    await cacheList()
    let small = NameCache(
      lists: ListReader(lookup: harness.service.lookup, kinds: .standard), limits: StoreLimits(entries: 8, bytes: 1_000))
    #expect(texts(await names(from: small)).count == 25)
    #expect(small.usage.entries == 0)
  }

  @Test func `lookups at the same time read the pages once`() async throws {
    let store = HeldStore()
    let harness = CacheHarness(store: store)
    _ = await harness.stream(ListRequest(.people, .all, asOrigin: true))
    harness.service.tier.invalidate(.everything)
    store.gate.hold()
    let reads = store.readCount
    let cache = harness.service.cachedNames
    let lookups = (0..<50).map { _ in Task { await names(from: cache) } }
    try await eventually("all wait") { cache.waitingCount == 50 }
    try await eventually("the first page is read") { store.gate.heldCount == 1 }
    store.gate.release()
    for lookup in lookups { #expect(texts(await lookup.value).count == 25) }
    #expect(store.readCount == reads + 3)
  }
}

/// The versions of the kinds.
@Suite struct KindVersionsTests {
  @Test func `a change of one kind does not concern the others`() {
    var versions = KindVersions()
    let (people, droids) = (versions[.people], versions[.droids])
    versions.change(.people)
    #expect(versions[.people] != people)
    #expect(versions[.droids] == droids)
    versions.change(nil)
    #expect(versions[.droids] != droids)
  }

  @Test func `a change is noticed however many kinds change`() {
    var versions = KindVersions()
    let (people, droids) = (versions[.people], versions[.droids])
    versions.change(.people)
    let changed = versions[.people]
    for number in 1...5_000 { versions.change(KindName("kind\(number)")) }
    #expect(versions[.people] != people)
    #expect(versions[.people] != changed)
    #expect(versions[.droids] != droids)
  }
}
