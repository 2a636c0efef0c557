public import GRDB
import Synchronization

/// A database in use: a file that several processes may share, or tables in memory. A file found damaged while it is in use is treated like
/// one found damaged when it is opened (see ``DatabaseFile/Contents``), and the operation is tried once more. After a file could not be
/// opened, each operation tries to open it again.
public final class SharedDatabase: Sendable {
  private struct State {
    /// `nil` while there is none, and after ``SharedDatabase/close()``.
    var writer: (any DatabaseWriter)?
    var path: String?
    var openings = 0
    var isClosed = false
  }

  /// `nil` in memory.
  private let file: DatabaseFile?
  private let format: DatabaseFormat
  private let state: Mutex<State>

  /// Opens the file. Throws ``StorageError/Code/foreign``, ``StorageError/Code/unavailable`` and ``StorageError/Code/disk``; for user data
  /// ``StorageError/Code/damaged`` and ``StorageError/Code/newer`` as well.
  public convenience init(_ file: DatabaseFile) throws(StorageError) {
    self.init(whenNeeded: file)
    _ = try used()
  }

  /// Opens the file with the first operation, which throws what ``init(_:)`` throws as long as the file cannot be opened.
  public init(whenNeeded file: DatabaseFile) {
    self.file = file
    format = file.format
    state = Mutex(State())
  }

  /// The same tables in the memory of this process.
  public init(inMemory format: DatabaseFormat) throws(StorageError) {
    file = nil
    self.format = format
    do {
      let queue = try DatabaseQueue()
      try format.stepUp(queue)
      state = Mutex(State(writer: queue, openings: 1))
    } catch {
      throw Self.failure(error, nil, format)
    }
  }

  /// Where it is, for people.
  public var location: String {
    guard let file else { return "the memory of this process" }
    return state.withLock { $0.path } ?? file.path
  }

  /// How many times it was opened. When this has changed, what was written before may be gone.
  public var openings: Int { state.withLock { $0.openings } }

  /// Reads; waits for no writer.
  public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await attempt { try await $0.read(body) }
  }

  /// Writes all or nothing, one writer at a time.
  public func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await attempt { try await $0.write(body) }
  }

  public func close() async {
    let writer = state.withLock { state in
      state.isClosed = true
      return state.writer.take()
    }
    // Only a writer that closes last would empty the write-ahead log, and GRDB closes it first. What cannot be done now is done
    // when the file is opened the next time.
    if file != nil { _ = try? await writer?.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
    try? writer?.close()
  }

  private func attempt<Value: Sendable>(_ body: @Sendable (any DatabaseWriter) async throws -> Value) async throws(StorageError) -> Value {
    let used = try used()
    let damage: StorageError
    do {
      return try await body(used)
    } catch {
      damage = Self.failure(error, file, format)
    }
    guard let file, damage.code == .damaged else { throw damage }
    let renewed = try self.used(insteadOf: used)
    do { return try await body(renewed) } catch { throw file.failure(error) }
  }

  /// The database, opened where it is not. Blocks the calling thread for the time of a disk when it opens.
  ///
  /// - Parameter damaged: found damaged, and closed here unless that was done already. Opening the file again finds out whether it is;
  ///   another process may have replaced it.
  private func used(insteadOf damaged: (any DatabaseWriter)? = nil) throws(StorageError) -> any DatabaseWriter {
    try state.withLock { state throws(StorageError) in
      if let writer = state.writer {
        guard let damaged, writer === damaged else { return writer }
        try? writer.close()
        state.writer = nil
      }
      guard let file, !state.isClosed else { throw StorageError(.unavailable, "the \(format.name) is closed") }
      let opened = try file.open()
      state.writer = opened.pool
      state.path = opened.path
      state.openings += 1
      return opened.pool
    }
  }

  private static func failure(_ error: any Error, _ file: DatabaseFile?, _ format: DatabaseFormat) -> StorageError {
    file?.failure(error) ?? StorageError(.unavailable, "the \(format.name) in memory cannot be used: \(error)", cause: error)
  }
}
