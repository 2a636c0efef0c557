import Logging
import MessageBus
import Models
import Platform
import TestSupport
import Testing

@testable import Cache

/// A store that is given many more keys than it may hold.
@Suite(.timeLimit(.minutes(10))) struct BoundsTests {
  /// Number of keys; `HOLOCRON_TEST_KEYS` sets another one, such as 1000000, of which the store holds a tenth.
  private static let keys = Environment.process["HOLOCRON_TEST_KEYS"].flatMap { Int($0) } ?? 20_000

  @Test func `a cache file does not grow beyond its limits`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    let body = String(repeating: "x", count: 600)
    let limits = StoreLimits(entries: Self.keys / 10, bytes: Self.keys / 10 * 700)
    let store = try SQLiteStore(file: path, limits: limits, logger: .silent)
    var (largestFile, largestLog) = (0, 0)
    for first in stride(from: 1, through: Self.keys, by: 20) {
      let now = WallTime(seconds: 1_700_000_000 + Int64(first))
      let writes = (first..<(first + 20)).map { StoreWrite(.record(Reference(.people, $0)), .sample(body, at: now)) }
      let result = try await store.commit(StoreKey(writes[0].key, of: nil), by: "test", with: .writes(writes), now: now)
      try #require(result.usage.entries <= limits.entries && result.usage.bytes <= limits.bytes)
      if first % 2_000 == 1 {
        // What a worker does every ten seconds.
        try await store.maintain(used: (0..<50).map { .record(Reference(.people, max(1, first - $0 * 7))) }, of: nil, now: now)
        largestFile = max(largestFile, Files.size(path) ?? 0)
        largestLog = max(largestLog, Files.size("\(path)-wal") ?? 0)
      }
    }
    // A page of SQLite is half full at worst, and there are three indexes.
    #expect(largestFile <= 2 * limits.bytes + (1 << 20), "\(largestFile) bytes")
    #expect(largestLog <= 20 << 20, "\(largestLog) bytes")
    #expect(try await store.usage().entries > limits.entries * 9 / 10)
    await store.close()
  }
}
