import GRDB

/// What a database holds: whose it is, its tables, and how older files become newer ones.
public struct DatabaseFormat: Sendable {
  /// What it is to people, in one word: `cache` for a cache file.
  public let name: String
  /// The `application_id` in the file, which tells it from the databases of others.
  public let application: Int32
  /// The statements that make a file of version 0 one of version 1, and so on; `user_version` says how many a file has taken.
  /// A step, once released, never changes: add another one.
  public let steps: [String]

  public init(name: String, application: Int32, steps: [String]) {
    self.name = name
    self.application = application
    self.steps = steps
  }

  /// Throws a ``StorageError`` for a database that cannot be used, and what SQLite throws. Reads only.
  /// - Parameters:
  ///   - place: the file, for messages.
  ///   - advice: what to do about the file of somebody else.
  func inspect(_ database: some DatabaseReader, at place: String, advice: String) throws {
    try database.unsafeRead { db in
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard application == self.application || (application == 0 && tables == 0) else {
        throw StorageError(.foreign, "'\(place)' is a database of another program; \(advice)")
      }
      guard version <= steps.count else {
        throw StorageError(
          .newer, "'\(place)' was written by a newer version (format \(version), this program knows up to \(steps.count))")
      }
      let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
      guard verdict == "ok" else { throw StorageError(.damaged, "'\(place)' is damaged: \(verdict)") }
    }
  }

  /// Brings a database that was inspected up to date. Throws what SQLite throws.
  func stepUp(_ database: some DatabaseWriter) throws {
    // Outside a transaction on purpose: most of the time nothing is to be done.
    try database.writeWithoutTransaction { db in
      guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 < steps.count else { return }
      try db.inTransaction(.immediate) {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        for step in steps.dropFirst(version) { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA application_id = \(self.application); PRAGMA user_version = \(max(version, steps.count))")
        return .commit
      }
    }
  }
}
