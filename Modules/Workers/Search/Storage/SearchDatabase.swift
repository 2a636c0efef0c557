import Databases
import GRDB
import Logging

/// A ``SharedDatabase`` that throws ``SearchError``.
struct SearchDatabase: Sendable {
  private let database: SharedDatabase

  /// - Parameters:
  ///   - file: path of the file; `nil` keeps everything in memory.
  ///   - lockTimeout: time in seconds that an operation waits for a file locked by another process.
  ///   - tolerated: failures to open the file that are not thrown; each operation then tries to open it again.
  init(
    file: String?, format: DatabaseFormat, contents: DatabaseFile.Contents, lockTimeout: Double = 5,
    tolerating tolerated: Set<StorageError.Code>, logger: Logger
  ) throws(SearchError) {
    guard let file else {
      do { database = try SharedDatabase(inMemory: format) } catch { throw SearchError(error) }
      return
    }
    let databaseFile = DatabaseFile(
      file, format: format, contents: contents, advice: "choose another", journalSizeLimit: 4 << 20, lockTimeout: lockTimeout,
      logger: logger)
    do {
      database = try SharedDatabase(databaseFile)
    } catch {
      guard tolerated.contains(error.code) else { throw SearchError(error) }
      logger.warning(
        "store file unavailable; retrying when needed", metadata: ["store": "\(format.name)", "reason": "\(error.message)"])
      database = SharedDatabase(openingOnFirstUse: databaseFile)
    }
  }

  var location: String { database.location }
  var openCount: Int { database.openCount }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(SearchError) -> Value {
    do { return try await database.read(body) } catch { throw SearchError(error) }
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(SearchError) -> Value {
    do { return try await database.write(body) } catch { throw SearchError(error) }
  }

  func close() async { await database.close() }
}

extension SearchError {
  fileprivate init(_ error: StorageError) {
    let code: Code =
      switch error.code {
      case .foreign: .foreign
      case .damaged: .damaged
      case .newer: .newer
      case .disk: .disk
      default: .unavailable
      }
    self.init(code, error.message, cause: error.cause)
  }
}
