import Dispatch
import Logging
import Platform
import Synchronization

/// An open database: a file that several processes may share, or tables in memory. A file found damaged is handled as on opening
/// (``DatabaseFile/Contents``), one that was removed or replaced is opened again, and the operation is repeated once.
public final class SharedDatabase: Sendable {
  private struct State {
    /// `nil` before the file is opened, while it is opened again, and after ``SharedDatabase/close()``.
    var connections: Connections?
    /// The name of the damaged file that was replaced last.
    var setAside: String?
    var openCount = 0
    var isClosed = false
    /// The number of failed attempts to open the file, and the error of the last one.
    var failures: (count: Int, last: StorageError?) = (0, nil)
  }

  private let file: DatabaseFile
  private let state = Mutex(State())
  /// Opens the file, which may have to wait for another process.
  private let opening = TimedQueue("database opening")

  /// Opens the file. Blocks for disk I/O and while other processes open the file. For user data, throws also ``StorageErrorCode/newer``.
  public convenience init(_ file: DatabaseFile) throws(StorageError) {
    self.init(openingOnFirstUse: file)
    _ = try open(replacing: nil, isSuspect: false, after: 0)
  }

  /// Opens the file on the first operation. While the file cannot be opened, operations throw the errors of ``init(_:)``.
  public init(openingOnFirstUse file: DatabaseFile) { self.file = file }

  /// Creates the tables in memory, on the first operation.
  public convenience init(inMemory format: DatabaseFormat) {
    self.init(openingOnFirstUse: DatabaseFile(Database.memory, format: format, advice: "use a file", logger: Logger(label: "memory")))
  }

  /// The location of the database, for people.
  public var location: String {
    file.path == Database.memory ? "the memory of this process" : state.withLock { $0.connections?.path } ?? file.path
  }

  /// The name of the damaged file that this process replaced last by a new one; `nil` if there is none.
  public var setAside: String? { state.withLock { $0.setAside } }

  /// The number of times the file was opened. When it changes, earlier writes may be lost.
  public var openCount: Int { state.withLock { $0.openCount } }

  /// Reads without waiting for writers.
  public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await perform(isWriting: false, body)
  }

  /// Writes in a transaction, one writer at a time. Throws ``StorageErrorCode/oversized`` while another program, which reads, makes the
  /// write-ahead log grow.
  public func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StorageError) -> Value {
    try await perform(isWriting: true, body)
  }

  public func close() async {
    let connections = state.withLock { state in
      state.isClosed = true
      return state.connections.take()
    }
    connections?.close()
  }

  private func perform<Value: Sendable>(
    isWriting: Bool, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StorageError) -> Value {
    var connections = try await opened()
    do { return try await connections.perform(for: file, isWriting: isWriting, body) } catch {
      let failure = file.storageError(for: error)
      switch failure.code {
      case .oversized: try? await connections.emptyLog(of: file)
      case .damaged, .replaced: connections = try await opened(replacing: connections, isSuspect: failure.code == .damaged)
      default:
        // Another operation may have found the damage, or the removal, and closed these connections.
        guard state.withLock({ !$0.isClosed && $0.connections !== connections }) else { throw failure }
        connections = try await opened()
      }
    }
    do { return try await connections.perform(for: file, isWriting: isWriting, body) } catch { throw file.storageError(for: error) }
  }

  /// Returns the open database, opening the file if needed. Operations that come meanwhile share the opening and its result.
  /// `replaced` was found damaged, if `isSuspect`, or without its file, and is closed here. Opening checks the file again, because another process
  /// may have replaced it.
  private func opened(replacing replaced: Connections? = nil, isSuspect: Bool = false) async throws(StorageError) -> Connections {
    let (current, failures) = state.withLock { ($0.connections, $0.failures.count) }
    if let current, current !== replaced { return current }
    do {
      return try await opening.perform(for: file) { [self] in try open(replacing: replaced, isSuspect: isSuspect, after: failures) }
    } catch { throw file.storageError(for: error) }
  }

  private func open(replacing replaced: Connections?, isSuspect: Bool, after failures: Int) throws(StorageError) -> Connections {
    let closed = StorageError(.unavailable, "the \(file.format.name) is closed")
    let known: Result<Connections, StorageError>? = state.withLock { state in
      if let current = state.connections, current !== replaced { return .success(current) }
      if let failure = state.failures.last, state.failures.count > failures { return .failure(failure) }
      state.connections = nil
      return state.isClosed ? .failure(closed) : nil
    }
    if let known { return try known.get() }
    if replaced != nil, !isSuspect {
      file.logger.warning("database file was removed or replaced; opening it again", metadata: ["file": "\(location)"])
    }
    replaced?.close()
    let connections: Connections
    do throws(StorageError) { connections = try file.open(isSuspect: isSuspect) } catch {
      state.withLock { $0.failures = ($0.failures.count + 1, error) }
      throw error
    }
    let isClosed = state.withLock { state in
      (state.connections, state.setAside) = (state.isClosed ? nil : connections, connections.setAside ?? state.setAside)
      state.openCount += 1
      return state.isClosed
    }
    guard isClosed else { return connections }
    connections.close()
    throw closed
  }
}

/// The connections to a database: one that writes and, for a file, one that only reads, without waiting for writers.
final class Connections: @unchecked Sendable {
  // Each connection is used on its queue only, where operations block for disk I/O and locks, one after the other.
  private let writer, reader: Database
  private let writing = TimedQueue("database writer")
  private let reading: TimedQueue
  /// The path of the file, which may be another than the one that was to be opened.
  let path: String
  private let identity: FileIdentity?
  /// The name that a damaged file got when it was replaced; `nil` if none was.
  let setAside: String?

  init(writer: Database, reader: Database? = nil, path: String, identity: FileIdentity? = nil, setAside: String? = nil) {
    (self.writer, self.reader) = (writer, reader ?? writer)
    reading = reader == nil ? writing : TimedQueue("database reader")
    (self.path, self.identity, self.setAside) = (path, identity, setAside)
  }

  /// Runs `body` in a transaction, so that all it reads is of one moment.
  func perform<Value: Sendable>(
    for file: DatabaseFile, isWriting: Bool, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await (isWriting ? writing : reading).perform(for: file) { [self] in
      let database = isWriting ? writer : reader
      return try database.transaction(isWriting: isWriting) {
        try check(file, isWriting: isWriting)
        return try body(database)
      }
    }
  }

  /// Throws if the open file is not at its path, where what is written would be lost, or if its log is too large for a write.
  private func check(_ file: DatabaseFile, isWriting: Bool) throws(StorageError) {
    guard path != Database.memory else { return }
    guard FileIdentity(of: path) == identity else {
      throw StorageError(.replaced, "the \(file.format.name) file '\(path)' was removed or replaced")
    }
    guard isWriting, let size = (try? Descriptor.open("\(path)-wal", for: .reading))?.size, size > file.logLimit else { return }
    throw StorageError(
      .oversized,
      "nothing is stored in the \(file.format.name) file '\(path)', because its write-ahead log has \(size >> 20) MiB: another program keeps "
        + "reading the file; end that program")
  }

  /// Moves the write-ahead log into the file, and empties it; fails at once if another connection uses the log.
  func emptyLog(of file: DatabaseFile) async throws { try await writing.perform(for: file) { [self] in try writer.emptyLog() } }

  /// Closes the connections after their operations. The last connection to a file empties its write-ahead log.
  func close() {
    reading.queue.sync { reader.close() }
    writing.queue.sync { writer.close() }
  }
}

/// Operations that block, one after the other. All fail if none has finished for the length of the file's timeout, so that a locked file or a hanging
/// disk does not make requests miss their deadlines. They then go on in the background, and until they have finished, others fail at once.
private final class TimedQueue: Sendable {
  private struct State {
    /// Answers the callers of operations in progress with the error.
    var pending: [Int: @Sendable () -> Void] = [:]
    var count = 0
    /// The number of operations that go on in the background.
    var overdue = 0
    var lastProgress = ContinuousClock.now
    var isWatched = false
  }

  let queue: DispatchQueue
  private let state = Mutex(State())

  init(_ label: String) { queue = DispatchQueue(label: label) }

  /// Goes on if the caller is cancelled, which has to release its lease.
  func perform<Value: Sendable>(for file: DatabaseFile, _ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let fail: @Sendable () -> Void = { continuation.resume(throwing: file.slow) }
      guard let id = begin(fail, file.timeout) else { return fail() }
      queue.async { [self] in
        let result = Result { try body() }
        if finish(id) { continuation.resume(with: result) }
      }
    }
  }

  /// Returns `nil` while others are overdue.
  private func begin(_ fail: @escaping @Sendable () -> Void, _ timeout: Duration?) -> Int? {
    let (id, isWatched) = state.withLock { state -> (Int?, Bool) in
      guard state.overdue == 0 else { return (nil, true) }
      if state.pending.isEmpty { state.lastProgress = .now }
      state.count += 1
      state.pending[state.count] = fail
      defer { state.isWatched = true }
      return (state.count, state.isWatched)
    }
    if !isWatched, let timeout { Task { await watch(timeout) } }
    return id
  }

  /// Returns whether the caller waits for the result.
  private func finish(_ id: Int) -> Bool {
    state.withLock { state in
      state.lastProgress = .now
      let isPending = state.pending.removeValue(forKey: id) != nil
      if !isPending { state.overdue -= 1 }
      return isPending
    }
  }

  /// One timer for all operations, until there are none.
  private func watch(_ timeout: Duration) async {
    var due = ContinuousClock.now + timeout
    while true {
      try? await Task.sleep(until: due)
      let failed = state.withLock { state -> [@Sendable () -> Void]? in
        due = state.lastProgress + timeout
        if !state.pending.isEmpty, due > .now { return nil }
        defer { (state.overdue, state.pending, state.isWatched) = (state.overdue + state.pending.count, [:], false) }
        return Array(state.pending.values)
      }
      guard let failed else { continue }
      return failed.forEach { $0() }
    }
  }
}
