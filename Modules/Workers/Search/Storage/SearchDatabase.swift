import Databases
import GRDB
import Logging

/// The database of a store of the search, which fails with the search's own error.
struct SearchDatabase: Sendable {
  private let database: SharedDatabase

  /// - Parameters:
  ///   - file: `nil` keeps everything in memory.
  ///   - lockPatience: seconds that an operation waits for another process that has locked the file.
  ///   - tolerated: failures with which the file is opened when it is needed, again and again until that succeeds.
  init(
    file: String?, format: DatabaseFormat, contents: DatabaseFile.Contents, lockPatience: Double = 5,
    goingOnWithout tolerated: Set<StorageError.Code>, logger: Logger
  ) throws(SearchError) {
    guard let file else {
      do { database = try SharedDatabase(inMemory: format) } catch { throw SearchError(error) }
      return
    }
    let place = DatabaseFile(
      file, format: format, contents: contents, advice: "choose another", journalLimit: 4 << 20, lockPatience: lockPatience, logger: logger)
    do {
      database = try SharedDatabase(place)
    } catch {
      guard tolerated.contains(error.code) else { throw SearchError(error) }
      logger.warning("The \(format.name) file cannot be used for now", metadata: ["reason": "\(error.message)"])
      database = SharedDatabase(whenNeeded: place)
    }
  }

  var location: String { database.location }
  var openings: Int { database.openings }

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
