import Dispatch
import Logging
import Platform
import Synchronization

/// An open database: a file that several processes may share, or tables in memory.
///
/// A file found damaged while in use is handled like a file found damaged on opening (see ``DatabaseFile/Contents``), and one that was removed or
/// replaced is opened again; the operation is retried once. If the file cannot be opened, each operation tries to open it again.
public final class SharedDatabase: Sendable {
  private typealias OpenResult = Result<Connections, StorageError>

  private struct State {
    /// `nil` before the file is opened, while it is opened again, and after ``SharedDatabase/close()``.
    var writer: Connections?
    var path: String?
    var identity: FileIdentity?
    /// The name of the damaged file that was replaced last.
    var setAside: String?
    var openCount = 0
    var isClosed = false
    /// Whether damage was found since the file was opened last.
    var isSuspect = false
    /// The operations that wait while the file is being opened; empty at all other times.
    var waiting: [CheckedContinuation<OpenResult, Never>] = []
  }

  /// How an operation gets the open database.
  private enum Access {
    case now(OpenResult)
    /// Another operation is opening the file.
    case later
    /// Open the file, after closing a database found damaged.
    case opening(DatabaseFile, damaged: Connections?, isSuspect: Bool)
  }

  /// `nil` for a database in memory.
  private let file: DatabaseFile?
  private let format: DatabaseFormat
  private let state: Mutex<State>

  /// Opens the file. Blocks for disk I/O and while other processes open the file.
  ///
  /// Throws ``StorageErrorCode/foreign``, ``StorageErrorCode/unavailable`` or ``StorageErrorCode/disk``; for user data also
  /// ``StorageErrorCode/newer``.
  public init(_ file: DatabaseFile) throws(StorageError) {
    let opened = try file.open()
    self.file = file
    format = file.format
    state = Mutex(State(writer: opened.connections, path: opened.path, identity: opened.identity, setAside: opened.setAside, openCount: 1))
  }

  /// Opens the file on the first operation. While the file cannot be opened, operations throw the errors of ``init(_:)``.
  public init(openingOnFirstUse file: DatabaseFile) {
    self.file = file
    format = file.format
    state = Mutex(State())
  }

  /// Creates the tables in memory.
  public init(inMemory format: DatabaseFormat) throws(StorageError) {
    file = nil
    self.format = format
    do {
      let database = try Database(Database.memory)
      try format.migrate(database)
      state = Mutex(State(writer: Connections(writer: database), openCount: 1))
    } catch {
      throw Self.storageError(for: error, nil, format)
    }
  }

  /// The location of the database, for people.
  public var location: String {
    guard let file else { return "the memory of this process" }
    return state.withLock { $0.path } ?? file.path
  }

  /// The name of the damaged file that this process replaced last by a new one; `nil` if there is none.
  public var setAside: String? { state.withLock { $0.setAside } }

  /// The number of times the file was opened. When it changes, earlier writes may be lost.
  public var openCount: Int { state.withLock { $0.openCount } }

  /// Reads without waiting for writers.
  public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await withWriter { try await $0.read { try body(self.checked($0)) } }
  }

  /// Writes in a transaction, one writer at a time. Throws ``StorageErrorCode/oversized`` while another program, which reads, makes the
  /// write-ahead log grow.
  public func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await withWriter { try await $0.write { try body(self.checked($0, isWriting: true)) } }
  }

  /// Returns `db`. Throws if the open file is not at its path, where what is written would be lost, or if its log is too large for a write.
  private func checked(_ db: Database, isWriting: Bool = false) throws(StorageError) -> Database {
    guard let file, case (let path?, let identity) = state.withLock({ ($0.path, $0.identity) }) else { return db }
    guard FileIdentity(of: path) == identity else {
      throw StorageError(.replaced, "the \(format.name) file '\(path)' was removed or replaced")
    }
    guard isWriting, let size = (try? Descriptor.open("\(path)-wal", for: .reading))?.size, size > file.logLimit else { return db }
    throw StorageError(
      .oversized,
      "nothing is stored in the \(format.name) file '\(path)', because its write-ahead log has \(size >> 20) MiB: another program keeps reading "
        + "the file; end that program")
  }

  public func close() async {
    let writer = state.withLock { state in
      state.isClosed = true
      return state.writer.take()
    }
    writer?.close()
  }

  private func withWriter<Value: Sendable>(_ body: @Sendable (Connections) async throws -> Value) async throws(StorageError) -> Value {
    let writer = try await openWriter()
    let failure: StorageError
    do {
      return try await body(writer)
    } catch {
      failure = Self.storageError(for: error, file, format)
    }
    // Another operation may have found the damage, or the removal, and closed this writer.
    let isStale = state.withLock { !$0.isClosed && $0.writer !== writer }
    guard let file, isStale || [.damaged, .replaced, .oversized].contains(failure.code) else { throw failure }
    if failure.code == .oversized {
      try? await writer.emptyLog(lockTimeout: file.lockTimeout)
    }
    let current = failure.code == .oversized ? writer : try await openWriter(replacing: writer, isSuspect: failure.code == .damaged)
    do { return try await body(current) } catch { throw file.storageError(for: error) }
  }

  /// Returns the open database, opening the file if needed. Does not block: operations that come meanwhile wait for the same opening.
  ///
  /// - Parameter damaged: a database found damaged, if `isSuspect`, or without its file; it is closed here unless it is closed already. Reopening
  ///   checks the file again, because another process may have replaced it.
  private func openWriter(
    replacing damaged: Connections? = nil, isSuspect: Bool = false
  ) async throws(StorageError) -> Connections {
    let result: OpenResult = await withCheckedContinuation { continuation in
      let access: Access = state.withLock { state in
        if let writer = state.writer, writer !== damaged { return .now(.success(writer)) }
        guard let file, !state.isClosed else { return .now(.failure(closedError)) }
        state.waiting.append(continuation)
        state.isSuspect = state.isSuspect || isSuspect
        return state.waiting.count == 1 ? .opening(file, damaged: state.writer.take(), isSuspect: state.isSuspect) : .later
      }
      switch access {
      case .now(let result): continuation.resume(returning: result)
      case .later: break
      case .opening(let file, let damaged, let isSuspect): startOpening(file, replacing: damaged, isSuspect)
      }
    }
    return try result.get()
  }

  private var closedError: StorageError { StorageError(.unavailable, "the \(format.name) is closed") }

  /// Opens the file on a thread of its own, because opening may have to wait for another process.
  private func startOpening(_ file: DatabaseFile, replacing damaged: Connections?, _ isSuspect: Bool) {
    if damaged != nil, !isSuspect {
      file.logger.warning("database file was removed or replaced; opening it again", metadata: ["file": "\(location)"])
    }
    do throws(SystemError) {
      try BackgroundThread.start { [self] in
        damaged?.close()
        do throws(StorageError) { finishOpening(.success(try file.open(isSuspect: isSuspect))) } catch { finishOpening(.failure(error)) }
      }
    } catch {
      finishOpening(.failure(StorageError(.unavailable, "cannot start a thread to open '\(file.path)': \(error.reason)", cause: error)))
    }
  }

  private func finishOpening(_ opening: Result<DatabaseFile.Opened, StorageError>) {
    let (waiting, result): ([CheckedContinuation<OpenResult, Never>], OpenResult) = state.withLock { state in
      defer { state.waiting = [] }
      guard case .success(let opened) = opening, !state.isClosed else {
        return (state.waiting, opening.flatMap { _ in .failure(closedError) })
      }
      state.writer = opened.connections
      state.path = opened.path
      state.identity = opened.identity
      if let setAside = opened.setAside { state.setAside = setAside }
      state.openCount += 1
      state.isSuspect = false
      return (state.waiting, .success(opened.connections))
    }
    // Closed while it was being opened.
    if case .failure = result, case .success(let opened) = opening { opened.connections.close() }
    for continuation in waiting { continuation.resume(returning: result) }
  }

  private static func storageError(for error: any Error, _ file: DatabaseFile?, _ format: DatabaseFormat) -> StorageError {
    file?.storageError(for: error) ?? StorageError(.unavailable, "the \(format.name) in memory cannot be used: \(error)", cause: error)
  }
}

/// The connections to a database: one that writes and, for a file, one that only reads, without waiting for writers.
final class Connections: Sendable {
  /// A connection with a queue, on which its operations block for disk I/O and locks, one after the other.
  private struct Connection: @unchecked Sendable {
    let queue = DispatchQueue(label: "database")
    // Used on the queue only.
    let database: Database
  }

  private let writer: Connection
  private let reader: Connection

  init(writer: Database, reader: Database? = nil) {
    self.writer = Connection(database: writer)
    self.reader = reader.map { Connection(database: $0) } ?? self.writer
  }

  /// Runs `body` in a transaction, so that all it reads is of one moment.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await perform(on: reader) { database in try database.transaction(isWriting: false) { try body(database) } }
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await perform(on: writer) { database in try database.transaction(isWriting: true) { try body(database) } }
  }

  /// Moves the write-ahead log into the file, and empties it; fails at once if another connection uses the log.
  func emptyLog(lockTimeout: Double) async throws {
    try await perform(on: writer) { database in
      database.setLockTimeout(0)
      defer { database.setLockTimeout(lockTimeout) }
      try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Closes the connections after their operations. The last connection to a file empties its write-ahead log.
  func close() {
    for connection in [reader, writer] { connection.queue.sync { connection.database.close() } }
  }

  private func perform<Value: Sendable>(
    on connection: Connection, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      connection.queue.async { continuation.resume(with: Result { try body(connection.database) }) }
    }
  }
}
