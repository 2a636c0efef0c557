public import Contracts
import Databases
import GRDB
public import Logging
import Models

/// Keeps what was searched for, apart from everything that can be fetched again. Several workers may share the file.
///
/// A file that is damaged or of a newer version is refused and left as it is: every operation then throws ``SearchError/Code/damaged`` or
/// ``SearchError/Code/newer`` until the file is usable again. So it is with a full disk. Writes take turns, a bounded number of them waiting;
/// reads wait for no write.
public final class HistoryStore: Sendable {
  /// "HOLH" tells its file from those of others.
  private static let format = DatabaseFormat(
    name: "history", application: 0x484F_4C48,
    steps: [
      """
      CREATE TABLE searches (
        key TEXT NOT NULL PRIMARY KEY,  -- equal searches have equal keys
        text TEXT NOT NULL,             -- as it was typed the last time
        at INTEGER NOT NULL             -- milliseconds since 1970, different for each
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX searches_by_time ON searches (at);
      """
    ])

  /// Seconds that a write waits for another process that has locked the file.
  static let lockPatience = 2.0

  private let database: SearchDatabase
  private let writes = WriteQueue()
  private let bound: Int

  /// - Parameters:
  ///   - file: `nil` keeps everything in memory.
  ///   - bound: searches kept; older ones are forgotten.
  public init(file: String?, bound: Int = HistoryRequest.largestLimit, logger: Logger) throws(SearchError) {
    self.bound = bound
    database = try SearchDatabase(
      file: file, format: Self.format, contents: .userData, lockPatience: Self.lockPatience, goingOnWithout: [.disk, .damaged, .newer],
      logger: logger)
  }

  public var location: String { database.location }

  /// Newest first.
  func searches(limit: Int) async throws(SearchError) -> History {
    try await database.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT text, at FROM searches ORDER BY at DESC LIMIT ?", arguments: [limit])
      let entries = rows.compactMap { row -> History.Entry? in
        guard let text = String.fromDatabaseValue(row[0] as DatabaseValue), let at = Int64.fromDatabaseValue(row[1] as DatabaseValue)
        else { return nil }
        return History.Entry(text, at: at)
      }
      return History(entries)
    }
  }

  /// Puts a search on top, whatever the clock says.
  func remember(_ text: String, now: Int64) async throws(SearchError) {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let key = Self.key(text)
    try await write { [bound] db in
      let newest = try Int64.fetchOne(db, sql: "SELECT max(at) FROM searches") ?? .min
      try db.execute(
        sql: "INSERT INTO searches (key, text, at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET text = excluded.text, at = excluded.at",
        arguments: [key, text, newest < now ? now : newest + 1])
      try db.execute(
        sql: "DELETE FROM searches WHERE at <= (SELECT at FROM searches ORDER BY at DESC LIMIT 1 OFFSET ?)", arguments: [bound])
    }
  }

  func forget(_ text: String) async throws(SearchError) {
    let key = Self.key(text)
    try await write { try $0.execute(sql: "DELETE FROM searches WHERE key = ?", arguments: [key]) }
  }

  func forgetAll() async throws(SearchError) {
    try await write { try $0.execute(sql: "DELETE FROM searches") }
  }

  /// One after another, so that of those that find the file locked only the first waits for it.
  private func write(_ body: @escaping @Sendable (Database) throws -> Void) async throws(SearchError) {
    try await writes.perform { [database] () async throws(SearchError) in try await database.write(body) }
  }

  func close() async { await database.close() }

  /// Equal for searches that differ in case, accents and spaces only. Words with signs keep them: `mass>100` is not `mass<100`.
  static func key(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber }
      return isPlain ? FoldedText(word).compact : word.lowercased()
    }.joined(separator: " ")
  }
}
