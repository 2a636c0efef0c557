import Databases
import GRDB
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

  @Test func `two stores share a file`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    let one = try SQLiteStore(file: path, logger: .silent)
    let two = try SQLiteStore(file: path, logger: .silent)
    await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...100 {
        let store = id.isMultiple(of: 2) ? one : two
        group.addTask {
          _ = try await store.commit(StoreKey(key(id), of: nil), by: "\(id)", with: .writes([StoreWrite(key(id), .sample())]), now: now)
        }
      }
    }
    #expect(try await one.usage().entries == 100)
    #expect(try await one.entry(for: key(1)) == .sample())
    #expect(try await two.entry(for: key(2)) == .sample())
    await one.close()
    await two.close()
  }

  /// DatabasesTests covers the states of a file; this test covers the conversion of the error.
  @Test func `a file of another program is refused`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("photos.sqlite")
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE photos (id)") }
    let error = #expect(throws: StorageError.self) { try SQLiteStore(file: path, logger: .silent) }
    #expect(error?.code == .foreign)
    #expect(error?.message.contains("HOLOCRON_CACHE_STORE") == true)
    #expect(!FileSystem.exists("\(path).damaged-1"))
  }

  /// A flipped sign would make the totals negative, and nothing would be evicted.
  @Test func `a row with an impossible size is removed`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    try await fill(path, 1...10)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "UPDATE entries SET size = -9000000000000000000 WHERE key = '/people/5'") }
    try queue.close()
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

  /// A process is killed while it writes as fast as it can, several times with the same file.
  @Test func `a killed writer leaves an intact file`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    for _ in 0..<3 {
      await #expect(processExitsWith: .signal(Signal.kill.rawValue)) { [path = path as String] in try await writeUntilKilled(path) }
      let verdict = try await DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
      #expect(verdict == "ok")
      let store = try SQLiteStore(file: path, logger: .silent)
      #expect(!FileSystem.exists("\(path).damaged-1"))
      let usage = try await store.usage()
      #expect(usage.entries >= 200)
      #expect(usage.bytes == usage.entries * CacheEntry.sample(String(repeating: "x", count: 5_000)).size)
      await store.close()
    }
  }
}

private let now = WallTime(seconds: 1_700_000_000)

/// Leases and commits in a loop, until a second task kills the process.
private func writeUntilKilled(_ path: String) async throws {
  let store = try SQLiteStore(file: path, logger: .silent)
  let entry = CacheEntry.sample(String(repeating: "x", count: 5_000))
  for id in 1... {
    let key = CacheKey.record(Reference(.people, id))
    _ = try await store.lease(
      StoreKey(key, of: nil), by: "killed", for: FetchAttempt(storedEntry: nil, startedAt: now), now: now, until: now + .seconds(1),
      isRetry: false)
    _ = try await store.commit(StoreKey(key, of: nil), by: "killed", with: .writes([StoreWrite(key, entry)]), now: now)
    if id == 200 { Task { Signal.kill.send(to: OwnProcess.id) } }
  }
}
