import GRDB
import Glibc
public import Logging

/// A SQLite file that several processes of one machine may share: opens it, and sets one aside that cannot be used.
public struct DatabaseFile: Sendable {
  public let path: String
  public let format: DatabaseFormat
  let advice: String
  let journalLimit: Int
  let logger: Logger

  /// - Parameters:
  ///   - advice: what to do where no file can be at `path`; ends the sentences of errors: `choose another with --store FILE`.
  ///   - journalLimit: bytes that the write-ahead log keeps on the disk when it is empty.
  ///   - logger: is told when a file is set aside.
  public init(_ path: String, format: DatabaseFormat, advice: String, journalLimit: Int, logger: Logger) {
    self.path = path
    self.format = format
    self.advice = advice
    self.journalLimit = journalLimit
    self.logger = logger
  }

  /// Opens the file, creating it and its folder where they are missing. A damaged file and one of a newer version are renamed to
  /// `FILE.damaged-N` and a new file takes their place: stores hold nothing worth refusing to start for. Processes that start at the
  /// same time take turns, so that only one of them renames. Blocks for the time of a disk.
  func open() throws(StorageError) -> DatabasePool {
    try makeFolder()
    let lock = try takeLock()
    defer { close(lock) }
    do {
      return try attempt()
    } catch  where error.code == .damaged || error.code == .newer {
      let name = try setAside()
      logger.warning(
        "A database file could not be used and was set aside; a new one takes its place",
        metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.message)", "set-aside": "\(name)"])
      return try attempt()
    }
  }

  /// A failure of SQLite, told apart by what can be done about it.
  func failure(_ error: any Error) -> StorageError {
    switch error {
    case let error as StorageError: error
    case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
      StorageError(.damaged, "'\(path)' is damaged: \(error.reason)", cause: error)
    case let error as DatabaseError: unavailable("the \(format.name) file '\(path)' cannot be used: \(error.reason)", cause: error)
    default: StorageError(.unavailable, "the \(format.name) file '\(path)' cannot be used: \(error)", cause: error)
    }
  }

  private func unavailable(_ message: String, cause: (any Error)? = nil) -> StorageError {
    StorageError(.unavailable, "\(message); \(advice)", cause: cause)
  }

  private func attempt() throws(StorageError) -> DatabasePool {
    var configuration = Configuration()
    configuration.label = format.name
    configuration.maximumReaderCount = 4
    // Another process may hold the write lock: wait for it rather than fail.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { db in
      // With a write-ahead log a commit survives the death of the process; only a power cut may take the last ones.
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = \(journalLimit)")
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      try format.prepare(pool, at: path, advice: advice)
      return pool
    } catch {
      throw failure(error)
    }
  }

  /// Moves the file and SQLite's companions of it out of the way. Returns the new name.
  private func setAside() throws(StorageError) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    let name = "\(path).damaged-\(number)"
    guard rename(path, name) == 0 else {
      throw StorageError(.unavailable, "cannot rename '\(path)' to '\(name)': \(reason(errno)); remove the file, or \(advice)")
    }
    for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 { rename(path + suffix, name + suffix) }
    return name
  }

  private func makeFolder() throws(StorageError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/").dropLast() {
      folder += "/\(component)"
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      throw unavailable("cannot make the folder '\(folder)' for the \(format.name) file: \(reason(errno))")
    }
  }

  /// An exclusive lock beside the file, held until the descriptor is closed.
  private func takeLock() throws(StorageError) -> Int32 {
    let lock = "\(path).lock"
    let descriptor = Glibc.open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unavailable("cannot write beside the \(format.name) file ('\(lock)': \(reason(errno)))") }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return descriptor
  }
}

private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

extension DatabaseError {
  fileprivate var reason: String { message ?? "\(resultCode)" }
}
