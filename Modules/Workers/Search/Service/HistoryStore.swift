public import Contracts
import CoreMetrics
public import Databases
public import Logging
import MessageBus
import Models
import Platform
import Synchronization

/// The search history, stored apart from data that can be fetched again. Several workers may share the file.
///
/// A damaged file is set aside and replaced by a new one (``setAside``). A file of a newer version is rejected and left unchanged. With a full
/// disk, every operation throws `disk` until there is room. Reads do not wait for writes.
public final class HistoryStore: Sendable {
  /// Identified by the SQLite application ID "HOLH".
  private static let format = DatabaseFormat(
    name: "history", applicationID: 0x484F_4C48,
    migrations: [
      """
      CREATE TABLE searches (
        key TEXT NOT NULL PRIMARY KEY,  -- equal searches have equal keys
        text TEXT NOT NULL,             -- as it was typed the last time
        at INTEGER NOT NULL             -- milliseconds since 1970, different for each
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX searches_by_time ON searches (at);
      """
    ])

  /// Time that a write waits for a file locked by another process.
  static let lockTimeout = Duration.seconds(2)

  private let database: SharedDatabase
  private let capacity: Int

  /// - Parameters:
  ///   - file: path of the file; `nil` keeps the history in memory.
  ///   - capacity: maximum number of searches; older ones are removed.
  public init(file: String?, capacity: Int = HistoryRequest.maxLimit, logger: Logger) throws(StorageError) {
    self.capacity = capacity
    guard let file else {
      database = SharedDatabase(inMemory: Self.format)
      return
    }
    let databaseFile = DatabaseFile(
      file, format: Self.format, contents: .userData, advice: "set HOLOCRON_SEARCH_HISTORY or --history to another file, or to memory",
      lockTimeout: Self.lockTimeout, logger: logger)
    do { database = try SharedDatabase(databaseFile) } catch {
      guard error.code == .disk else { throw error }
      logger.warning("store file unavailable; retrying when needed", metadata: ["store": "history", "reason": "\(error.message)"])
      database = SharedDatabase(openingOnFirstUse: databaseFile)
    }
  }

  /// Returns the default path, `$XDG_DATA_HOME/holocron/history.sqlite`, or in `~/.local/share` if the variable is unset; `nil` if the
  /// environment does not name the folder and the user has no home folder.
  public static func defaultFile(environment: [String: String]) -> String? {
    XDGFolders(Environment(environment)).data.map { "\($0)/history.sqlite" }
  }

  public var location: String { database.location }

  /// The name of the damaged file that a new one replaced; `nil` if there is none.
  var setAside: String? { database.setAside }

  /// Returns the most recent searches, newest first.
  func searches(limit: Int) async throws(StorageError) -> History {
    try await database.read { db in
      var entries: [History.Entry] = []
      try db.query("SELECT text, at FROM searches ORDER BY at DESC LIMIT ?", [limit]) { row in
        if let text = row.text(0), let at = row.integer(1) { entries.append(History.Entry(text, at: at)) }
        return true
      }
      return History(entries)
    }
  }

  /// Whether a search belongs in the history: it has more than spaces, control characters and quotation marks.
  static func isWorthKeeping(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .initialPunctuation, .finalPunctuation: false
      default: !["\"", "'", "„", "‚"].contains(scalar)
      }
    }
  }

  /// Adds a search, or moves it to the top, even if the clock went backwards. Returns `false` for a text that is not worth keeping.
  @discardableResult func remember(_ text: String, now: Int64) async throws(StorageError) -> Bool {
    guard Self.isWorthKeeping(text) else { return false }
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let key = Self.key(text)
    try await database.write { [capacity] db in
      let newest = try db.first("SELECT max(at) FROM searches") { $0.integer(0) } ?? .min
      try db.execute(
        "INSERT INTO searches (key, text, at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET text = excluded.text, at = excluded.at",
        [key, text, newest < now || newest == .max ? now : newest + 1])
      try db.execute(
        "DELETE FROM searches WHERE at <= (SELECT at FROM searches ORDER BY at DESC LIMIT 1 OFFSET ?)", [capacity])
    }
    return true
  }

  func remove(_ text: String) async throws(StorageError) {
    let key = Self.key(text)
    try await database.write { try $0.execute("DELETE FROM searches WHERE key = ?", [key]) }
  }

  func removeAll() async throws(StorageError) {
    try await database.write { try $0.execute("DELETE FROM searches") }
  }

  func close() async { await database.close() }

  /// Returns the key of a search: equal for texts that differ only in case, accents and spaces. Punctuation counts: `mass>100` and
  /// `mass<100` have different keys.
  static func key(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber }
      return isPlain ? FoldedText(word).compact : word.lowercased()
    }.joined(separator: " ")
  }
}

extension SearchService {
  /// Answers a history request, for which SQLite may wait until a lock of the file is released (``HistoryStore/lockTimeout``).
  func answer(_ request: HistoryRequest, _ parts: ReplyParts) async throws(Problem) -> History {
    try await waitingPlaces.wait(for: parts.client) { () throws(Problem) in
      parts.releaseCredit()
      return try await perform(request)
    }
  }

  private func perform(_ request: HistoryRequest) async throws(Problem) -> History {
    do throws(StorageError) {
      var hasChanged = request.change != .none
      switch request.change {
      case .none: break
      case .remember(let text): hasChanged = try await history.remember(text, now: clock())
      case .remove(let text): try await history.remove(text)
      case .removeAll: try await history.removeAll()
      }
      if hasChanged {
        metrics.historyChanges.increment()
        publish(Event(Topic.historyChanged.text))
      }
      var answer = try await history.searches(limit: request.limit)
      answer.warning = history.setAside.map { StorageWarning(.replaced, .history, $0) } ?? historyWarning
      return answer
    } catch {
      throw Problem(503, "the history is unavailable", detail: error.message)
    }
  }
}
