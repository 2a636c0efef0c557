import GRDB
import Synchronization

/// A database in use: a file that several workers may share, or tables in memory. A file found damaged while it is in use is set aside
/// like one found damaged at the start, and the operation is tried once more on the new one.
final class SharedDatabase: Sendable {
  private let file: DatabaseFile
  private let writer: Mutex<any DatabaseWriter>
  private let inMemory: Bool

  init(_ file: DatabaseFile, inMemory: Bool) throws(SearchError) {
    self.file = file
    self.inMemory = inMemory
    let opened: any DatabaseWriter = inMemory ? try file.openInMemory() : try file.open()
    writer = Mutex(opened)
  }

  var location: String { inMemory ? "the memory of this process" : file.path }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(SearchError) -> Value {
    try await attempt { try await $0.read(body) }
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(SearchError) -> Value {
    try await attempt { try await $0.write(body) }
  }

  func close() async {
    let writer = writer.withLock { $0 }
    // GRDB closes the writer first, so the write-ahead log would stay. What cannot be done now is done at the next start.
    if !inMemory { _ = try? await writer.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
    try? writer.close()
  }

  private func attempt<Value: Sendable>(_ body: @Sendable (any DatabaseWriter) async throws -> Value) async throws(SearchError) -> Value {
    let used = writer.withLock { $0 }
    do {
      return try await body(used)
    } catch {
      let failure = SearchError(database: error, file: file.path)
      guard failure.code == .damaged, !inMemory else { throw failure }
    }
    let renewed = try replace(used)
    do { return try await body(renewed) } catch { throw SearchError(database: error, file: file.path) }
  }

  /// Opens the file again, which sets it aside where it is damaged indeed; another worker may have done so already. Blocks the calling
  /// thread for the time of a disk, once in the life of a file.
  private func replace(_ damaged: any DatabaseWriter) throws(SearchError) -> any DatabaseWriter {
    try writer.withLock { writer throws(SearchError) in
      guard writer === damaged else { return writer }
      try? writer.close()
      writer = try file.open()
      return writer
    }
  }
}
