import Dispatch
import Logging
import Platform
import Synchronization

/// An open database: a file that several processes may share, or tables in memory.
///
/// A file found damaged while in use is handled like a file found damaged on opening (see ``DatabaseFile/Contents``), and one that was removed or
/// replaced is opened again; the operation is retried once. If the file cannot be opened, each operation tries to open it again.
public final class SharedDatabase: Sendable {
  private struct State {
    /// `nil` before the file is opened, while it is opened again, and after ``SharedDatabase/close()``.
    var connections: Connections?
    var path: String?
    var identity: FileIdentity?
    /// The name of the damaged file that was replaced last.
    var setAside: String?
    var openCount = 0
    var isClosed = false
    /// The number of failed attempts to open the file, and the error of the last one.
    var failures: (count: Int, last: StorageError?) = (0, nil)

    mutating func use(_ opened: DatabaseFile.Opened) {
      (connections, path, identity) = (opened.connections, opened.path, opened.identity)
      setAside = opened.setAside ?? setAside
      openCount += 1
    }
  }

  /// `nil` for a database in memory.
  private let file: DatabaseFile?
  private let format: DatabaseFormat
  private let state = Mutex(State())
  /// Opens the file, which may have to wait for another process.
  private let opening = DispatchQueue(label: "database opening")

  /// Opens the file. Blocks for disk I/O and while other processes open the file.
  ///
  /// Throws ``StorageErrorCode/foreign``, ``StorageErrorCode/unavailable`` or ``StorageErrorCode/disk``; for user data also
  /// ``StorageErrorCode/newer``.
  public convenience init(_ file: DatabaseFile) throws(StorageError) {
    self.init(openingOnFirstUse: file)
    let opened = try file.open()
    state.withLock { $0.use(opened) }
  }

  /// Opens the file on the first operation. While the file cannot be opened, operations throw the errors of ``init(_:)``.
  public init(openingOnFirstUse file: DatabaseFile) {
    self.file = file
    format = file.format
  }

  /// Creates the tables in memory, on the first operation.
  public init(inMemory format: DatabaseFormat) {
    file = nil
    self.format = format
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
    try await withConnections { try await $0.read { try body(self.checked($0)) } }
  }

  /// Writes in a transaction, one writer at a time. Throws ``StorageErrorCode/oversized`` while another program, which reads, makes the
  /// write-ahead log grow.
  public func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await withConnections { try await $0.write { try body(self.checked($0, isWriting: true)) } }
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
    let connections = state.withLock { state in
      state.isClosed = true
      return state.connections.take()
    }
    connections?.close()
  }

  private func withConnections<Value: Sendable>(
    _ body: @Sendable (Connections) async throws -> Value
  ) async throws(StorageError) -> Value {
    let connections = try await opened()
    let failure: StorageError
    do { return try await body(connections) } catch { failure = Self.storageError(for: error, file, format) }
    // Another operation may have found the damage, or the removal, and closed these connections.
    let isStale = state.withLock { !$0.isClosed && $0.connections !== connections }
    guard let file, isStale || [.damaged, .replaced, .oversized].contains(failure.code) else { throw failure }
    var current = connections
    if failure.code == .oversized {
      try? await connections.emptyLog(lockTimeout: file.lockTimeout)
    } else {
      current = try await opened(replacing: connections, isSuspect: failure.code == .damaged)
    }
    do { return try await body(current) } catch { throw file.storageError(for: error) }
  }

  /// Returns the open database, opening the file if needed. Operations that come meanwhile share the opening and its result.
  ///
  /// - Parameter replaced: a database found damaged, if `isSuspect`, or without its file; it is closed here unless it is closed already. Opening
  ///   checks the file again, because another process may have replaced it.
  private func opened(replacing replaced: Connections? = nil, isSuspect: Bool = false) async throws(StorageError) -> Connections {
    let (current, failures) = state.withLock { ($0.connections, $0.failures.count) }
    if let current, current !== replaced { return current }
    return try await withCheckedContinuation { continuation in
      opening.async { [self] in continuation.resume(returning: open(replacing: replaced, isSuspect, after: failures)) }
    }.get()
  }

  private func open(replacing replaced: Connections?, _ isSuspect: Bool, after failures: Int) -> Result<Connections, StorageError> {
    let known: Result<Connections, StorageError>? = state.withLock { state in
      if let current = state.connections, current !== replaced { return .success(current) }
      if let failure = state.failures.last, state.failures.count > failures { return .failure(failure) }
      state.connections = nil
      return state.isClosed ? .failure(closedError) : nil
    }
    if let known { return known }
    if replaced != nil, !isSuspect {
      file?.logger.warning("database file was removed or replaced; opening it again", metadata: ["file": "\(location)"])
    }
    replaced?.close()
    do throws(StorageError) {
      let opened = if let file { try file.open(isSuspect: isSuspect) } else { try openedInMemory() }
      let isClosed = state.withLock { state in
        if !state.isClosed { state.use(opened) }
        return state.isClosed
      }
      guard isClosed else { return .success(opened.connections) }
      opened.connections.close()
      throw closedError
    } catch {
      state.withLock { $0.failures = ($0.failures.count + 1, error) }
      return .failure(error)
    }
  }

  private func openedInMemory() throws(StorageError) -> DatabaseFile.Opened {
    do {
      let database = try Database(Database.memory)
      try format.migrate(database)
      return DatabaseFile.Opened(connections: Connections(writer: database), path: Database.memory, identity: nil)
    } catch {
      throw Self.storageError(for: error, nil, format)
    }
  }

  private var closedError: StorageError { StorageError(.unavailable, "the \(format.name) is closed") }

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
