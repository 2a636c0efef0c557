import Databases
import Logging
import MessageBus
import Models
import Platform
import TestSupport
import Testing

@testable import Cache

/// The limits of the cache file.
@Suite(.timeLimit(.minutes(10))) struct SQLiteFileTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("cache.sqlite") }

  init() throws { folder = try TemporaryDirectory(inMemory: true) }

  private func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }

  private func put(_ ids: ClosedRange<Int>, _ body: String = "{}", in store: SQLiteStore) async throws -> CommitResult {
    let now = WallTime(seconds: 1_700_000_000 + Int64(ids.upperBound))
    let writes = ids.map { StoreWrite(key($0), .sample(body, at: now)) }
    return try await store.commit(StoreKey(key(ids.lowerBound), of: nil), under: nil, writes, now: now)
  }

  /// A flipped sign would make the size of all entries negative, and nothing would be evicted.
  @Test func `a row with an impossible size does not count`() async throws {
    let size = CacheEntry.sample().size
    let store = try SQLiteStore(file: path, limits: StoreLimits(entries: 1_000, bytes: 16 * size), logger: .silent)
    _ = try await put(1...10, in: store)
    try Database(path).run("UPDATE entries SET size = -9000000000000000000 WHERE key = '/people/5'")
    for id in 11...40 {
      let usage = try #require(try await put(id...id, in: store).usage)
      #expect(usage.bytes <= 16 * size && usage.entries >= 9)
    }
    #expect(try await store.entry(for: key(5)) == nil)
    #expect(try await store.entry(for: key(40)) != nil)
    await store.close()
  }

  /// After the limits are lowered, commits share the work of evicting the excess, whether or not the entries are counted in between.
  @Test func `lowered limits are reached in steps`() async throws {
    let large = try SQLiteStore(file: path, logger: .silent)
    _ = try await put(1...5_000, in: large)
    await large.close()
    let small = try SQLiteStore(file: path, limits: StoreLimits(entries: 160, bytes: 1 << 20), logger: .silent)
    var evicted: [Int] = []
    for id in 5_001...5_004 {
      _ = try await small.usage()
      evicted.append(try await put(id...id, in: small).evicted)
    }
    #expect(evicted == [2_049, 2_049, 755, 0])
    #expect(try await small.usage().entries == 151)
    #expect(try await small.entry(for: key(5_004)) != nil)
    await small.close()
  }

  /// Number of keys; `HOLOCRON_TEST_KEYS` sets another one, such as 1000000, of which the store holds a tenth.
  private static let keys = Environment.process["HOLOCRON_TEST_KEYS"].flatMap { Int($0) } ?? 20_000

  @Test func `a cache file does not grow beyond its limits`() async throws {
    let limits = StoreLimits(entries: Self.keys / 10, bytes: Self.keys / 10 * 700)
    let store = try SQLiteStore(file: path, limits: limits, logger: .silent)
    var (largestFile, largestLog) = (0, 0)
    for first in stride(from: 1, through: Self.keys, by: 20) {
      _ = try await put(first...(first + 19), String(repeating: "x", count: 600), in: store)
      // Entries are counted more often than a 64th of them is new, as a worker does that writes little.
      guard first % max(20, Self.keys / 1_000) == 1 else { continue }
      let usage = try await store.usage()
      try #require(usage.entries <= limits.entries * 33 / 32 && usage.bytes <= limits.bytes * 33 / 32)
      guard first % 2_000 == 1 else { continue }
      let now = WallTime(seconds: 1_700_000_000 + Int64(first))
      try await store.maintain(used: (0..<50).map { key(max(1, first - $0 * 7)) }, of: nil, now: now)
      largestFile = max(largestFile, Files.size(path) ?? 0)
      largestLog = max(largestLog, Files.size("\(path)-wal") ?? 0)
    }
    // A page of SQLite is half full at worst, and there are two indexes.
    #expect(largestFile <= 2 * limits.bytes + (1 << 20), "\(largestFile) bytes")
    #expect(largestLog <= 20 << 20, "\(largestLog) bytes")
    #expect(try await store.usage().entries > limits.entries * 9 / 10)
    await store.close()
  }
}
