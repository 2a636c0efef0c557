public import GRDB
import Synchronization

/// A database in use: a file that several processes may share, or tables in memory. A file found damaged while it is in use is set
/// aside like one found damaged at the start, and the operation is tried once more on the new one.
public final class SharedDatabase: Sendable {
  /// `nil` in memory.
  private let file: DatabaseFile?
  private let format: DatabaseFormat
  private let writer: Mutex<any DatabaseWriter>

  /// Opens the file; one that cannot be used is renamed to `FILE.damaged-N`, and a new one takes its place. Throws
  /// ``StorageError/Code/foreign`` and ``StorageError/Code/unavailable``.
  public init(_ file: DatabaseFile) throws(StorageError) {
    self.file = file
    format = file.format
    let opened: any DatabaseWriter = try file.open()
    writer = Mutex(opened)
  }

  /// The same tables in the memory of this process.
  public init(inMemory format: DatabaseFormat) throws(StorageError) {
    file = nil
    self.format = format
    do {
      let queue = try DatabaseQueue()
      try format.prepare(queue, at: format.name, advice: "")
      writer = Mutex(queue)
    } catch {
      throw Self.failure(error, file, format)
    }
  }

  /// Where it is, for people.
  public var location: String { file?.path ?? "the memory of this process" }

  /// Reads; waits for no writer.
  public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await attempt { try await $0.read(body) }
  }

  /// Writes all or nothing, one writer at a time.
  public func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await attempt { try await $0.write(body) }
  }

  public func close() async {
    let writer = writer.withLock { $0 }
    // Only a writer that closes last would empty the write-ahead log, and GRDB closes it first. What cannot be done now is done
    // when the file is opened the next time.
    if file != nil { _ = try? await writer.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
    try? writer.close()
  }

  private func attempt<Value: Sendable>(_ body: @Sendable (any DatabaseWriter) async throws -> Value) async throws(StorageError) -> Value {
    let used = writer.withLock { $0 }
    let damage: StorageError
    do {
      return try await body(used)
    } catch {
      damage = Self.failure(error, file, format)
    }
    guard let file, damage.code == .damaged else { throw damage }
    let renewed = try replace(used, by: file)
    do { return try await body(renewed) } catch { throw file.failure(error) }
  }

  /// Opens the file again, which sets it aside where it is damaged indeed; another process may have done so already. Blocks the calling
  /// thread for the time of a disk, once in the life of a file.
  private func replace(_ damaged: any DatabaseWriter, by file: DatabaseFile) throws(StorageError) -> any DatabaseWriter {
    try writer.withLock { writer throws(StorageError) in
      guard writer === damaged else { return writer }
      try? writer.close()
      writer = try file.open()
      return writer
    }
  }

  private static func failure(_ error: any Error, _ file: DatabaseFile?, _ format: DatabaseFormat) -> StorageError {
    file?.failure(error) ?? StorageError(.unavailable, "the \(format.name) in memory cannot be used: \(error)", cause: error)
  }
}
