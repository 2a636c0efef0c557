import Databases
import GRDB
import Logging

/// The database of a store of the search, which fails with the search's own error.
struct SearchDatabase: Sendable {
  private let database: SharedDatabase

  /// - Parameter file: `nil` keeps everything in memory.
  init(file: String?, format: DatabaseFormat, logger: Logger) throws(SearchError) {
    do {
      if let file {
        database = try SharedDatabase(
          DatabaseFile(file, format: format, advice: "choose another", journalLimit: 4 << 20, logger: logger))
      } else {
        database = try SharedDatabase(inMemory: format)
      }
    } catch {
      throw SearchError(error)
    }
  }

  var location: String { database.location }

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
      default: .unavailable
      }
    self.init(code, error.message, cause: error.cause)
  }
}
