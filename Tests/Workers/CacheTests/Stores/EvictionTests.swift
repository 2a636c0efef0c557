import GRDB
import Logging
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// How much a commit evicts, and when the totals are counted again.
struct EvictionTests {
  private static let limits = StoreLimits(entries: 3_200, bytes: 32 << 20)

  private static func eviction(last: StoreUsage? = nil, written: Int = 1) -> Eviction {
    Eviction(limits: limits, last: last, written: StoreUsage(entries: written, bytes: written * 1_000))
  }

  private static func usage(_ entries: Int, bytes: Int = 0) -> StoreUsage { StoreUsage(entries: entries, bytes: bytes) }

  @Test(arguments: [
    (usage(0), false), (usage(3_200, bytes: 32 << 20), false), (usage(3_201), true), (usage(1, bytes: (32 << 20) + 1), true),
    (usage(-1), true), (usage(0, bytes: -1), true),
  ])
  func `entries are evicted above either limit`(_ usage: StoreUsage, _ isNeeded: Bool) {
    #expect(Self.eviction().isNeeded(at: usage) == isNeeded)
  }

  /// A total above the limits is plausible as far as this commit, or the excess that was there before, explains it.
  @Test(
    arguments: [
      (nil, usage(3_201, bytes: 1_000), true), (nil, usage(3_202), false), (nil, usage(1, bytes: (32 << 20) + 1_000), true),
      (nil, usage(1, bytes: (32 << 20) + 1_001), false), (nil, usage(-1), false), (nil, usage(1, bytes: -1), false),
      (usage(9_000, bytes: 64 << 20), usage(9_001, bytes: (64 << 20) + 1_000), true), (usage(9_000), usage(9_002), false),
      (usage(.max, bytes: .max), usage(9_002, bytes: .max), true),
    ] as [(StoreUsage?, StoreUsage, Bool)])
  func `totals that no commit can have brought about are counted again`(_ last: StoreUsage?, _ usage: StoreUsage, _ isPlausible: Bool) {
    #expect(Self.eviction(last: last).isPlausible(usage) == isPlausible)
  }

  @Test func `a commit evicts about as much as it adds`() {
    #expect(Self.eviction().goal == StoreUsage(entries: 3_136, bytes: (32 << 20) - (256 << 10)))
    #expect(Eviction(limits: StoreLimits(entries: 32, bytes: 160), last: nil, written: Self.usage(1)).goal == Self.usage(30, bytes: 150))
    #expect(Self.eviction(written: 500).most == 1_524)
  }

  private func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }

  private func put(_ ids: ClosedRange<Int>, in store: SQLiteStore) async throws -> CommitResult {
    let now = WallTime(seconds: 1_700_000_000 + Int64(ids.upperBound))
    let writes = ids.map { StoreWrite(key($0), .sample()) }
    return try await store.commit(StoreKey(key(ids.lowerBound), of: nil), by: "test", with: .writes(writes), now: now)
  }

  /// After the limits are lowered, commits share the work of evicting the excess.
  @Test func `lowered limits are reached in steps`() async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let path = folder.file("cache.sqlite")
    let large = try SQLiteStore(file: path, logger: .silent)
    _ = try await put(1...5_000, in: large)
    await large.close()
    let small = try SQLiteStore(file: path, limits: StoreLimits(entries: 160, bytes: 1 << 20), logger: .silent)
    var evicted: [Int] = []
    for id in 5_001...5_006 { evicted.append(try await put(id...id, in: small).evicted) }
    #expect(evicted == [1_025, 1_025, 1_025, 1_025, 755, 0])
    #expect(try await small.usage().entries == 151)
    #expect(try await small.entry(for: key(5_006)) != nil)
    await small.close()
  }

  /// A damaged total must not empty the file, whether it is found by the first commit of a process or by a later one.
  @Test func `a damaged total evicts nothing`() async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let path = folder.file("cache.sqlite")
    let store = try SQLiteStore(file: path, limits: StoreLimits(entries: 1_000, bytes: 1 << 20), logger: .silent)
    _ = try await put(1...100, in: store)
    for (number, total) in ["entries = 4503599627370496", "bytes = 4503599627370496", "entries = -5"].enumerated() {
      let queue = try DatabaseQueue(path: path)
      try await queue.write { try $0.execute(sql: "UPDATE totals SET \(total)") }
      try queue.close()
      let result = try await put((101 + number)...(101 + number), in: store)
      #expect(result.evicted == 0)
      #expect(result.usage == StoreUsage(entries: 101 + number, bytes: (101 + number) * CacheEntry.sample().size))
    }
    await store.close()
  }
}
