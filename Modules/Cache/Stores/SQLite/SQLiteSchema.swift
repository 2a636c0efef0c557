import GRDB

/// The tables of the cache file, and how older files become newer ones.
///
/// `application_id` says that the file is a cache of Holocron, `user_version` how many of the steps below it has taken.
/// A step, once released, never changes: add another one.
enum SQLiteSchema {
  /// "HOLO"
  static let application: Int32 = 0x484F_4C4F

  static let steps = [
    """
    CREATE TABLE entries (
      key TEXT NOT NULL PRIMARY KEY,  -- the request's target: /people/1
      kind TEXT,
      status INTEGER NOT NULL,
      tag TEXT,
      location TEXT,
      vouched INTEGER NOT NULL,       -- times are milliseconds since 1970
      fresh_until INTEGER NOT NULL,
      served_stale_until INTEGER NOT NULL,
      kept_for_errors_until INTEGER NOT NULL,
      used INTEGER NOT NULL,
      size INTEGER NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX entries_by_use ON entries (used, size);
    CREATE INDEX entries_by_kind ON entries (kind);

    -- Who fetches what at the moment, and what failed a moment ago.
    CREATE TABLE claims (
      key TEXT NOT NULL PRIMARY KEY,
      holder TEXT NOT NULL,
      until INTEGER NOT NULL,
      failed_at INTEGER,
      retry_after INTEGER,
      problem BLOB
    ) STRICT, WITHOUT ROWID;

    -- Kept by triggers, because counting reads every row.
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
    """
  ]

  /// Brings the file up to date. Throws ``CacheError/Code/foreign``, ``CacheError/Code/newer`` or ``CacheError/Code/damaged``, or what
  /// SQLite throws.
  static func prepare(_ pool: DatabasePool, file: String) throws {
    // Outside a transaction on purpose: the check needs none, and the write below decides again.
    try pool.writeWithoutTransaction { db in
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard application == Self.application || (application == 0 && tables == 0) else {
        throw CacheError(.foreign, "'\(file)' is a database of another program: choose another file with --store")
      }
      guard version <= steps.count else {
        throw CacheError(.newer, "'\(file)' was written by a newer version (format \(version), this program knows up to \(steps.count))")
      }
      let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
      guard verdict == "ok" else { throw CacheError(.damaged, "'\(file)' is damaged: \(verdict)") }
      guard version < steps.count else { return }
      try db.inTransaction(.immediate) {
        for step in steps[version...] { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA application_id = \(Self.application); PRAGMA user_version = \(steps.count)")
        return .commit
      }
    }
  }
}
