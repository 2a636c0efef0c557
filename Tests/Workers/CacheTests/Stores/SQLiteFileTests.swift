import GRDB
import Glibc
import Logging
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// What the file goes through in its life.
@Suite struct SQLiteFileTests {
  private func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }

  private func fill(_ path: String, _ ids: ClosedRange<Int> = 1...1) async throws {
    let store = try SQLiteStore(file: path, logger: .silent)
    for id in ids {
      _ = try await store.commit(StoreKey(key(id), of: nil), by: "test", with: .learnt([StoreWrite(key(id), .sample())]), now: now)
    }
    await store.close()
  }

  @Test func survivesRestart() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("new/folder/cache.sqlite")
    try await fill(path)
    let store = try SQLiteStore(file: path, logger: .silent)
    #expect(try await store.entry(for: key(1)) == .sample())
    #expect(access("\(path).damaged-1", F_OK) != 0)
    await store.close()
  }

  @Test func twoWorkersShareIt() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    let one = try SQLiteStore(file: path, logger: .silent)
    let two = try SQLiteStore(file: path, logger: .silent)
    await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...100 {
        let store = id.isMultiple(of: 2) ? one : two
        group.addTask {
          _ = try await store.commit(StoreKey(key(id), of: nil), by: "\(id)", with: .learnt([StoreWrite(key(id), .sample())]), now: now)
        }
      }
    }
    #expect(try await one.usage().entries == 100)
    #expect(try await one.entry(for: key(1)) == .sample())
    #expect(try await two.entry(for: key(2)) == .sample())
    await one.close()
    await two.close()
  }

  /// What a file may go through is tested with Databases; here, that the cache tells of it in its own words.
  @Test func theFileOfAnotherProgramIsLeftAlone() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("photos.sqlite")
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE photos (id)") }
    let error = #expect(throws: CacheError.self) { try SQLiteStore(file: path, logger: .silent) }
    #expect(error?.code == .foreign)
    #expect(error?.message.contains("--store FILE") == true)
    #expect(access("\(path).damaged-1", F_OK) != 0)
  }

  @Test func aFolderThatCannotBeMadeIsNamed() throws {
    let error = #expect(throws: CacheError.self) { try SQLiteStore(file: "/dev/null/cache.sqlite", logger: .silent) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("/dev/null") == true)
    #expect(error?.message.contains("--store memory") == true)
  }

  @Test func damageIsSetAside() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    try folder.write(String(repeating: "junk", count: 4_096), to: "cache.sqlite")
    let store = try SQLiteStore(file: path, logger: .silent)
    #expect(try await store.usage() == StoreUsage(entries: 0, bytes: 0))
    #expect(access("\(path).damaged-1", F_OK) == 0)
    await store.close()
  }

  /// A process that writes as fast as it can is killed in the middle of it, several times over the same file.
  @Test func aKilledWriterLeavesASoundFile() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    for _ in 0..<3 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in try await writeUntilKilled(path) }
      let verdict = try await DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
      #expect(verdict == "ok")
      let store = try SQLiteStore(file: path, logger: .silent)
      #expect(access("\(path).damaged-1", F_OK) != 0)
      let usage = try await store.usage()
      #expect(usage.entries >= 200)
      #expect(usage.bytes == usage.entries * CacheEntry.sample(String(repeating: "x", count: 5_000)).size)
      await store.close()
    }
  }
}

private let now = WallTime(seconds: 1_700_000_000)

/// Claims and settles without a pause. A second task kills the process somewhere in the middle.
private func writeUntilKilled(_ path: String) async throws {
  let store = try SQLiteStore(file: path, logger: .silent)
  let entry = CacheEntry.sample(String(repeating: "x", count: 5_000))
  for id in 1... {
    let key = CacheKey.record(Reference(.people, id))
    _ = try await store.lease(
      StoreKey(key, of: nil), by: "killed", for: Attempt(seen: nil, since: now), now: now, until: now + .seconds(1), isRepeated: false)
    _ = try await store.commit(StoreKey(key, of: nil), by: "killed", with: .learnt([StoreWrite(key, entry)]), now: now)
    if id == 200 { Task { kill(getpid(), SIGKILL) } }
  }
}
