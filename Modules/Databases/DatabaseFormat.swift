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

  /// Brings a database up to date. Throws what SQLite throws, or a ``StorageError``.
  /// - Parameters:
  ///   - place: the file, for messages.
  ///   - advice: what to do about the file of somebody else.
  func prepare(_ database: some DatabaseWriter, at place: String, advice: String) throws {
    // Outside a transaction on purpose: the check needs none, and the write below decides again.
    try database.writeWithoutTransaction { db in
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
      guard version < steps.count else { return }
      try db.inTransaction(.immediate) {
        for step in steps[version...] { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA application_id = \(self.application); PRAGMA user_version = \(steps.count)")
        return .commit
      }
    }
  }
}
