import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Cache

/// One store of each kind, opened as `--store` would, in a folder of its own.
struct StoreUnderTest: Sendable, CustomTestStringConvertible {
  let type: any CacheStore.Type
  var testDescription: String { type.name }

  static let all = Stores.standard.map(StoreUnderTest.init)

  func open(in folder: TemporaryDirectory, limits: StoreLimits = .disk) throws -> any CacheStore {
    try type.open(type.name == "memory" ? "memory" : folder.file("cache.sqlite"), limits: limits, logger: .silent)
  }
}

/// What every store promises.
@Suite struct StoreScenarios {
  static let now = WallTime(seconds: 1_700_000_000)
  static let luke = CacheKey.record(Reference(.people, 1))

  private func put(_ deposits: [Deposit], in store: any CacheStore, now: WallTime = now) async throws -> Settled {
    try await store.settle(Self.luke, by: "test", with: .learnt(deposits), now: now)
  }

  @Test(arguments: StoreUnderTest.all) func givesBackWhatItTook(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    var entry = CacheEntry.sample("{\"name\":\"Padmé\"}", tag: "W/\"1\"")
    entry.location = "http://origin/api/people/1/"
    let gone = CacheEntry(status: 404, body: [0, 255, 10], freshness: entry.freshness)
    let page = CacheKey.page(ListPage(.people, 2, search: "a b&c"))
    let settled = try await put([Deposit(Self.luke, entry), Deposit(page, gone), Deposit(.kinds, .sample(""))], in: store)
    #expect(settled.changes.map(\.isNews) == [true, false, true])
    #expect(try await store.entry(for: Self.luke) == entry)
    #expect(try await store.entry(for: page) == gone)
    #expect(try await store.entry(for: .kinds) == .sample(""))
    #expect(try await store.entry(for: .record(Reference(.people, 2))) == nil)
    #expect(try await store.usage() == StoreUsage(entries: 3, bytes: entry.size + gone.size + CacheEntry.sample("").size))
    #expect(settled.usage == (try await store.usage()))
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func tellsNewsFromRepetition(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    _ = try await put([Deposit(Self.luke, .sample("one", tag: "\"1\""))], in: store)
    // The same from a list page, later and without a tag: the tag stays, the time is new, nothing is news.
    let later = Self.now + .seconds(60)
    let again = try await put([Deposit(Self.luke, .sample("one", at: later))], in: store)
    #expect(again.changes.map(\.isNews) == [false])
    #expect(try await store.entry(for: Self.luke) == .sample("one", tag: "\"1\"", at: later))
    // Other bytes without a tag: the old tag would be a lie.
    let changed = try await put([Deposit(Self.luke, .sample("two", at: later))], in: store)
    #expect(changed.changes.map(\.isNews) == [true])
    #expect(try await store.entry(for: Self.luke)?.entityTag == nil)
    #expect(try await store.usage() == StoreUsage(entries: 1, bytes: CacheEntry.sample("two").size))
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func forgetsOnDemand(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let keys: [CacheKey] = [Self.luke, .record(Reference(.people, 2)), .page(ListPage(.people)), .record(Reference(.droids, 1)), .kinds]
    _ = try await put(keys.map { Deposit($0, .sample()) }, in: store)
    #expect(try await store.purge(.record(Reference(.people, 1))) == 1)
    #expect(try await store.purge(.record(Reference(.people, 1))) == 0)
    #expect(try await store.purge(.kind(.people)) == 2)
    #expect(try await store.entry(for: .record(Reference(.droids, 1))) != nil)
    #expect(try await store.purge(.everything) == 2)
    #expect(try await store.usage() == StoreUsage(entries: 0, bytes: 0))
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func keepsWithinItsBoundsAndForgetsTheLeastUsed(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder, limits: StoreLimits(entries: 32, bytes: 1 << 20))
    func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }
    for id in 1...32 { _ = try await put([Deposit(key(id), .sample())], in: store, now: Self.now + .seconds(id)) }
    #expect(try await store.usage().entries == 32)
    try await store.touch([key(1)], now: Self.now + .seconds(100))
    let settled = try await put([Deposit(key(33), .sample())], in: store, now: Self.now + .seconds(101))
    #expect(settled.evicted > 0)
    #expect(try await store.usage().entries <= 32)
    #expect(try await store.entry(for: key(1)) != nil)
    #expect(try await store.entry(for: key(2)) == nil)
    #expect(try await store.entry(for: key(33)) != nil)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func keepsWithinItsBytes(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder, limits: StoreLimits(entries: 1_000, bytes: 40_000))
    let body = String(repeating: "x", count: 1_000)
    for id in 1...100 {
      let settled = try await put([Deposit(.record(Reference(.people, id)), .sample(body))], in: store, now: Self.now + .seconds(id))
      #expect(settled.usage.bytes <= 40_000)
    }
    #expect(try await store.usage().bytes > 30_000)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func oneFetchesAtATime(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let until = Self.now + .seconds(1)
    let attempt = Attempt(seen: nil, since: Self.now)
    func claim(_ holder: String, at now: WallTime = Self.now) async throws -> Claim {
      try await store.claim(Self.luke, by: holder, for: attempt, now: now, until: until)
    }
    #expect(try await claim("a") == .granted)
    #expect(try await claim("b") == .taken)
    _ = try await store.settle(Self.luke, by: "a", with: .learnt([Deposit(Self.luke, .sample())]), now: Self.now)
    #expect(try await claim("b") == .learnt(.sample()))
    // Who has seen that entry and wants another may fetch.
    let next = Attempt(seen: .sample(), since: Self.now)
    #expect(try await store.claim(Self.luke, by: "b", for: next, now: Self.now, until: until) == .granted)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func theClaimOfTheKilledLapses(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let attempt = Attempt(seen: nil, since: Self.now)
    func claim(_ holder: String, at seconds: Int64) async throws -> Claim {
      let now = Self.now + .seconds(seconds)
      return try await store.claim(Self.luke, by: holder, for: attempt, now: now, until: now + .seconds(2))
    }
    #expect(try await claim("killed", at: 0) == .granted)
    #expect(try await claim("b", at: 1) == .taken)
    try await store.renew(claimsOf: "killed", until: Self.now + .seconds(4))
    #expect(try await claim("b", at: 3) == .taken)
    #expect(try await claim("b", at: 4) == .granted)
    // What the first one brings after all is stored, and does not end the second one's claim.
    _ = try await store.settle(Self.luke, by: "killed", with: .learnt([]), now: Self.now + .seconds(4))
    #expect(try await claim("c", at: 5) == .taken)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func aFailureIsSharedByThoseWhoWaited(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let until = Self.now + .seconds(1)
    var problem = Problem.originDown
    problem.retryAfter = 30
    problem.extensions["origin-status"] = 503
    let waiting = Attempt(seen: nil, since: Self.now)
    #expect(try await store.claim(Self.luke, by: "a", for: waiting, now: Self.now, until: until) == .granted)
    let end = Self.now + .milliseconds(500)
    _ = try await store.settle(Self.luke, by: "a", with: .failed(problem), now: end)
    #expect(try await store.claim(Self.luke, by: "b", for: waiting, now: end, until: until) == .failed(problem))
    let later = Attempt(seen: nil, since: end + .milliseconds(1))
    #expect(try await store.claim(Self.luke, by: "b", for: later, now: later.since, until: until) == .granted)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func manyAtOnceAgreeOnOne(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let granted = try await withThrowingTaskGroup(of: Claim.self) { group in
      for holder in 0..<100 {
        group.addTask {
          let attempt = Attempt(seen: nil, since: Self.now)
          return try await store.claim(Self.luke, by: "\(holder)", for: attempt, now: Self.now, until: Self.now + .seconds(1))
        }
      }
      return try await group.reduce(into: 0) { count, claim in count += claim == .granted ? 1 : 0 }
    }
    #expect(granted == 1)
    await store.close()
  }
}
