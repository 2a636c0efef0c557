import Databases

extension DatabaseFormat {
  /// The format of the cache file. The application ID is "HOLO". A file of version 1 or 2, which no release wrote, has other tables and is
  /// set aside.
  static let cache = DatabaseFormat(
    name: "cache", applicationID: 0x484F_4C4F,
    migrations: [
      "", "",
      """
      CREATE TABLE entries (
        origin TEXT NOT NULL,           -- the origin's identity; empty if it is unknown
        key TEXT NOT NULL,              -- the request's target: /people/1
        kind TEXT,
        form INTEGER NOT NULL,          -- the version of the row format (RowChecksum)
        status INTEGER NOT NULL,
        tag TEXT,
        modified TEXT,
        location TEXT,
        validated_at INTEGER NOT NULL,  -- times are milliseconds since 1970
        fresh_until INTEGER NOT NULL,
        served_stale_until INTEGER NOT NULL,
        stale_if_error_until INTEGER NOT NULL,
        used INTEGER NOT NULL,
        size INTEGER NOT NULL,
        body BLOB NOT NULL,             -- for a page, the order of its records
        checksum INTEGER NOT NULL,      -- of all columns except used
        control TEXT,                   -- the directives of cache-control that matter for a stored answer
        expires TEXT,
        PRIMARY KEY (origin, key)
      ) STRICT;
      CREATE INDEX entries_by_use ON entries (used, size);
      CREATE INDEX entries_by_kind ON entries (kind);

      -- The worker that fetches each key now, and the recent failures.
      CREATE TABLE leases (
        origin TEXT NOT NULL,
        key TEXT NOT NULL,
        holder TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER NOT NULL,
        failed_at INTEGER,
        retry_after INTEGER,
        problem BLOB,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (origin, key)
      ) STRICT, WITHOUT ROWID;

      -- Values for workers that start later: the origin used last.
      CREATE TABLE facts (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID;

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
      """,
    ])
}
