import GRDB
import Glibc
import Logging

/// Opens a SQLite file of the search, brings it up to date, and sets one aside that cannot be used.
struct DatabaseFile: Sendable {
  let path: String
  /// Says in the file whose it is.
  let application: Int32
  /// How older files become newer ones. `user_version` says how many steps a file has taken; a step, once released, never changes.
  let steps: [String]
  let logger: Logger

  /// Opens the file, creating it and its folder where they are missing. A damaged file and one of a newer version are renamed to
  /// `FILE.damaged-N` and a new file takes their place. Workers that start at the same time take turns.
  func open() throws(SearchError) -> DatabasePool {
    try makeFolder()
    let lock = try FileLock("\(path).lock")
    defer { lock.release() }
    do {
      return try attempt()
    } catch  where error.code == .damaged || error.code == .newer {
      let name = try setAside()
      logger.warning(
        "A file of the search could not be used and was set aside; a new one takes its place",
        metadata: ["file": "\(path)", "reason": "\(error.message)", "set-aside": "\(name)"])
      return try attempt()
    }
  }

  /// The same tables in the memory of this process.
  func openInMemory() throws(SearchError) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue()
      try prepare(queue)
      return queue
    } catch {
      throw SearchError(database: error, file: path)
    }
  }

  private func attempt() throws(SearchError) -> DatabasePool {
    var configuration = Configuration()
    configuration.label = "search"
    configuration.maximumReaderCount = 4
    // Another worker may hold the write lock: wait for it rather than fail.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304")
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      try prepare(pool)
      return pool
    } catch {
      throw SearchError(database: error, file: path)
    }
  }

  private func prepare(_ database: some DatabaseWriter) throws {
    // Outside a transaction on purpose: the check needs none, and the write below decides again.
    try database.writeWithoutTransaction { db in
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard application == self.application || (application == 0 && tables == 0) else {
        throw SearchError(.foreign, "'\(path)' is a database of another program: choose another file")
      }
      guard version <= steps.count else {
        throw SearchError(.newer, "'\(path)' was written by a newer version (format \(version), this program knows up to \(steps.count))")
      }
      let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
      guard verdict == "ok" else { throw SearchError(.damaged, "'\(path)' is damaged: \(verdict)") }
      guard version < steps.count else { return }
      try db.inTransaction(.immediate) {
        for step in steps[version...] { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA application_id = \(self.application); PRAGMA user_version = \(steps.count)")
        return .commit
      }
    }
  }

  /// Moves the file and SQLite's companions of it out of the way. Returns the new name.
  private func setAside() throws(SearchError) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    let name = "\(path).damaged-\(number)"
    guard rename(path, name) == 0 else {
      throw SearchError(.unavailable, "cannot rename '\(path)' to '\(name)': \(reason(errno)); remove the file, or choose another")
    }
    for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 { rename(path + suffix, name + suffix) }
    return name
  }

  private func makeFolder() throws(SearchError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/").dropLast() {
      folder += "/\(component)"
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      throw SearchError(.unavailable, "cannot make the folder '\(folder)' for the search: \(reason(errno)); choose another")
    }
  }
}

/// An exclusive lock on a file (flock), for the time of opening the database beside it.
private struct FileLock {
  private let descriptor: Int32

  init(_ path: String) throws(SearchError) {
    descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SearchError(.unavailable, "cannot write beside the search's file ('\(path)': \(reason(errno))); choose another")
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  func release() { close(descriptor) }
}

private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

extension SearchError {
  /// A failure of SQLite, told apart by what can be done about it.
  init(database error: any Error, file: String) {
    switch error {
    case let error as SearchError: self = error
    case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
      self.init(.damaged, "'\(file)' is damaged: \(error.message ?? "\(error.resultCode)")", cause: error)
    case let error as DatabaseError:
      self.init(.unavailable, "the file '\(file)' cannot be used: \(error.message ?? "\(error.resultCode)"); choose another", cause: error)
    default: self.init(.unavailable, "the file '\(file)' cannot be used: \(error)", cause: error)
    }
  }
}
