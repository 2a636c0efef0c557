import Databases

extension DatabaseFormat {
  /// The format of the cache file. The application ID is "HOLO". A file of an earlier version, which no release wrote, is set aside.
  static let cache = DatabaseFormat(
    name: "cache", applicationID: 0x484F_4C4F,
    migrations: [
      "", "", "", "", "",
      """
      CREATE TABLE entries (
        origin TEXT NOT NULL,       -- the origin's identity; empty if it is unknown
        key TEXT NOT NULL,          -- the request's target: /people/1
        kind TEXT,
        used INTEGER NOT NULL,      -- milliseconds since 1970
        size INTEGER NOT NULL,
        checksum INTEGER NOT NULL,  -- of origin, key, size, fields and body
        fields TEXT NOT NULL,       -- JSON: the members of an exported entry, without key, origin and body
        body BLOB NOT NULL,         -- for a page, the order of its records
        PRIMARY KEY (origin, key)
      ) STRICT;
      -- Also for counting the entries and for finding those of a kind, without reading their rows.
      CREATE INDEX entries_by_use ON entries (used, size, kind);

      -- The worker that fetches each key now.
      CREATE TABLE leases (
        origin TEXT NOT NULL,
        key TEXT NOT NULL,
        holder TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (origin, key)
      ) STRICT, WITHOUT ROWID;

      -- Values for workers that start later: the origin used last.
      CREATE TABLE facts (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      """,
    ])
}
