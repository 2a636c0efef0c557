import Databases
import Logging
import MessageBus
import Models
import Platform
import TestSupport
import Testing

@testable import Cache

/// The life cycle of the cache file.
@Suite struct SQLiteFileTests {
  private func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }

  private func fill(_ path: String, _ ids: ClosedRange<Int> = 1...1) async throws {
    let store = try SQLiteStore(file: path, logger: .silent)
    for id in ids {
      _ = try await store.commit(StoreKey(key(id), of: nil), by: "test", with: .writes([StoreWrite(key(id), .sample())]), now: now)
    }
    await store.close()
  }

  /// A flipped sign would make the totals negative, and nothing would be evicted.
  @Test func `a row with an impossible size is removed`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    try await fill(path, 1...10)
    try Database(path).run("UPDATE entries SET size = -9000000000000000000 WHERE key = '/people/5'")
    let size = CacheEntry.sample().size
    let store = try SQLiteStore(file: path, limits: StoreLimits(entries: 1_000, bytes: 16 * size), logger: .silent)
    for id in 11...40 {
      _ = try await store.commit(StoreKey(key(id), of: nil), by: "test", with: .writes([StoreWrite(key(id), .sample())]), now: now)
      let usage = try await store.usage()
      #expect((9...16).contains(usage.entries))
      #expect(usage.bytes == usage.entries * size)
    }
    #expect(try await store.entry(for: key(5)) == nil)
    #expect(try await store.entry(for: key(40)) == .sample())
    await store.close()
  }

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
    for id in 5_001...5_004 { evicted.append(try await put(id...id, in: small).evicted) }
    #expect(evicted == [2_049, 2_049, 755, 0])
    #expect(try await small.usage().entries == 151)
    #expect(try await small.entry(for: key(5_004)) != nil)
    await small.close()
  }

  /// A damaged total must not empty the file.
  @Test(arguments: ["entries = 4503599627370496", "bytes = 4503599627370496", "entries = -5"])
  func `a damaged total evicts nothing`(_ total: String) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let path = folder.file("cache.sqlite")
    let store = try SQLiteStore(file: path, limits: StoreLimits(entries: 1_000, bytes: 1 << 20), logger: .silent)
    _ = try await put(1...100, in: store)
    try Database(path).run("UPDATE totals SET \(total)")
    let result = try await put(101...101, in: store)
    #expect(result.evicted == 0)
    #expect(result.usage == StoreUsage(entries: 101, bytes: 101 * CacheEntry.sample().size))
    await store.close()
  }
}

private let now = WallTime(seconds: 1_700_000_000)
