import Databases
import GRDB
import Logging
import MessageBus
import Models
import Platform
import TestSupport
import Testing

@testable import Cache

/// Cache files of earlier versions.
@Suite struct MigrationTests {
  /// A file of version 1, as `sqlite3 cache.sqlite .dump` showed it.
  private static let version1 = """
    CREATE TABLE entries (key TEXT NOT NULL PRIMARY KEY, kind TEXT, status INTEGER NOT NULL, tag TEXT, location TEXT,
      validatedAt INTEGER NOT NULL, fresh_until INTEGER NOT NULL, served_stale_until INTEGER NOT NULL,
      kept_for_errors_until INTEGER NOT NULL, used INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
    CREATE INDEX entries_by_use ON entries (used, size);
    CREATE INDEX entries_by_kind ON entries (kind);
    CREATE TABLE claims (key TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL, failed_at INTEGER,
      retry_after INTEGER, problem BLOB) STRICT, WITHOUT ROWID;
    CREATE TABLE totals (entries INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
    INSERT INTO totals VALUES (0, 0);
    CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
      UPDATE totals SET entries = entries + 1, bytes = bytes + new.size;
    END;
    CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
      UPDATE totals SET entries = entries - 1, bytes = bytes - old.size;
    END;
    CREATE TRIGGER entry_resized AFTER UPDATE OF size ON entries BEGIN
      UPDATE totals SET bytes = bytes + new.size - old.size;
    END;
    INSERT INTO entries VALUES ('/people/1', 'people', 200, '"1"', NULL, 1700000000000, 1700003600000, 1700007200000, 1700010800000,
      1700000000000, 150, X'7B7D');
    INSERT INTO claims VALUES ('/people/2', '1234-abc', 1700000001000, NULL, NULL, NULL);
    PRAGMA application_id = 1213156431;
    PRAGMA user_version = 1;
    """

  /// Entries of version 1 have no origin and no checksum, so the cache starts empty; nothing is set aside.
  @Test func `a file of version 1 is migrated and emptied`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: Self.version1) }
    try queue.close()
    let log = LogRecorder()
    let now = WallTime(seconds: 1_700_000_000)
    let key = CacheKey.record(Reference(.people, 1))
    for round in 1...2 {
      let store = try SQLiteStore(file: path, logger: log.logger)
      #expect(try await store.usage() == StoreUsage(entries: round - 1, bytes: round == 1 ? 0 : CacheEntry.sample("new").size))
      #expect(try await store.entry(for: key) == (round == 1 ? nil : .sample("new")))
      _ = try await store.commit(StoreKey(key, of: nil), by: "test", with: .writes([StoreWrite(key, .sample("new"))]), now: now)
      await store.close()
    }
    #expect(log.lines == [])
    #expect(!FileSystem.exists("\(path).damaged-1"))
    // The version in the file is that of the current format.
    let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(version == 3)
  }

  /// Entries of version 2 have no fields by which the origin limited the freshness; what they have is kept.
  @Test func `a file of version 2 is migrated and keeps its entries`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    let (key, name) = (CacheKey.record(Reference(.people, 1)), "/people/1")
    let entry = CacheEntry.sample("{\"name\":\"Luke\"}", tag: "\"1\"")
    let times = [
      entry.freshness.validatedAt, entry.freshness.freshUntil, entry.freshness.staleWhileRevalidateUntil, entry.freshness.staleIfErrorUntil,
    ]
    let checksum = RowChecksum.of(entry, body: entry.body, key: name, size: entry.size, form: 1)
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { db in
      for migration in DatabaseFormat.cache.migrations.prefix(2) { try db.execute(sql: migration) }
      try db.execute(
        sql: """
          INSERT INTO entries (origin, key, kind, form, status, tag, validated_at, fresh_until, served_stale_until, stale_if_error_until, used,
            size, body, checksum)
          VALUES ('', ?, 'people', 1, 200, '"1"', ?, ?, ?, ?, 0, ?, CAST('{"name":"Luke"}' AS BLOB), ?);
          """,
        arguments: StatementArguments([name]) + StatementArguments(times.map(\.milliseconds))
          + StatementArguments([Int64(entry.size), checksum]))
      try db.execute(sql: "PRAGMA application_id = 1213156431; PRAGMA user_version = 2")
    }
    try queue.close()
    let log = LogRecorder()
    let store = try SQLiteStore(file: path, logger: log.logger)
    #expect(try await store.entry(for: key) == entry)
    #expect(try await store.scan(after: 0, repairs: false).rows.map(\.key) == [key])
    #expect(try await store.usage() == StoreUsage(entries: 1, bytes: entry.size))
    // The next answer is stored in the current form.
    var confirmed = entry
    confirmed.lifetimeFields = LifetimeFields(cacheControl: "must-revalidate", expires: nil)
    confirmed.freshness = CacheEntry.sample(at: WallTime(seconds: 1_700_000_100)).freshness
    let now = WallTime(seconds: 1_700_000_100)
    _ = try await store.commit(StoreKey(key, of: nil), by: "test", with: .writes([StoreWrite(key, confirmed)]), now: now)
    #expect(try await store.entry(for: key) == confirmed)
    await store.close()
    #expect(log.lines == [])
  }
}
