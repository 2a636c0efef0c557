import CSQLite
public import Logging
import Platform

/// A SQLite file that several processes on one machine may share. Only its owner can read it (mode 0600).
public struct DatabaseFile: Sendable {
  /// The value of the contents, which decides how an unusable file is handled. A damaged file is renamed to `FILE.damaged-N`, where its
  /// owner can find it, and replaced by a new one, whatever its contents.
  public enum Contents: Sendable, Hashable {
    /// Data that can be rebuilt. A file of a newer version is not touched, because a process of that version may be using it; `FILE.vN` is
    /// used instead, where N is this program's format version.
    case derived
    /// Data that cannot be rebuilt. A file of a newer version is rejected and left unchanged.
    case userData
  }

  public private(set) var path: String
  public let format: DatabaseFormat
  public let contents: Contents
  let advice: String
  let lockTimeout: Duration
  let logger: Logger
  /// Locks a file, or returns `nil` after a time limit. Tests replace it to fail like a file system without locks.
  var lockFile: @Sendable (String, Duration) throws(SystemError) -> FileLock? = FileLock.acquire
  /// Time that opening the file waits for other processes that open it. Checking a large file takes seconds.
  var openTimeout: Duration = .seconds(60)
  /// Time after which operations of a kind (opening, reading, writing) fail if none has finished meanwhile; `nil`: they wait.
  public var timeout: Duration?
  /// Size in bytes up to which a file of derived data is checked completely on opening. A larger file is checked briefly, because every
  /// process that starts would read all of it while the others wait. User data is always checked completely.
  public var completeCheckLimit = 32 << 20
  /// Size in bytes of the write-ahead log beyond which nothing is written: it grows as long as another program reads.
  public var logLimit = 64 << 20
  /// What to do with an existing file that cannot be used, instead of ``advice``, such as `move it away`; `nil` if it is worth keeping.
  public var removal: String?

  /// - Parameters:
  ///   - advice: what to do if `path` cannot be used; the end of error messages, such as `set --store to another file`.
  ///   - logger: receives a warning when a file is set aside.
  public init(
    _ path: String, format: DatabaseFormat, contents: Contents = .derived, advice: String, lockTimeout: Duration = .seconds(5),
    logger: Logger
  ) {
    (self.path, self.format, self.contents) = (path, format, contents)
    (self.advice, self.lockTimeout, self.logger) = (advice, lockTimeout, logger)
  }

  /// Opens the file, creating it and its folder if they are missing. ``Contents`` describes how an unusable file is handled.
  /// Processes that start at the same time take turns, so that only one of them renames a damaged file. Blocks for disk I/O, and for up to
  /// ``openTimeout`` while other processes open the file.
  /// - Parameter isSuspect: whether damage was found while the file was in use; it is then checked completely whatever its size.
  func open(isSuspect: Bool = false) throws(StorageError) -> Connections {
    guard path != Database.memory else { return try openInMemory() }
    try createFolder()
    let lock = try acquireLock()
    defer { withExtendedLifetime(lock) {} }
    do {
      return try openConnections(checkedCompletely: isSuspect)
    } catch  where error.code == .damaged {
      let name = try setAside()
      logger.warning(
        "damaged database file set aside and replaced by a new one",
        metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.message)", "set-aside": "\(name)"])
      return try openConnections(checkedCompletely: true, setAside: name)
    } catch  where error.code == .newer && contents == .derived {
      // The file of this version of the format, next to a file of a newer version.
      let suffix = ".v\(format.migrations.count)"
      guard !path.hasSuffix(suffix) else { throw error }
      var sibling = self
      sibling.path += suffix
      logger.warning(
        "database file written by a newer version; using a separate file",
        metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.message)", "used": "\(sibling.path)"])
      return try sibling.open()
    }
  }

  /// Converts an error of SQLite; the code says how a caller can react.
  func storageError(for error: any Error) -> StorageError {
    switch error {
    case let error as StorageError: error
    case let error as DatabaseError where error.extendedCode == holocron_ioerr_short_read:
      // SQLite calls this an I/O error, but the disk is fine.
      StorageError(.damaged, "'\(path)' is damaged: the file or its write-ahead log is shorter than it should be", cause: error)
    case let error as DatabaseError where [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.code):
      StorageError(.damaged, "'\(path)' is damaged: \(error.message)", cause: error)
    case let error as DatabaseError where [SQLITE_FULL, SQLITE_IOERR].contains(error.code):
      StorageError(
        .disk, "the \(format.name) file '\(path)' cannot be written: \(error.message); check that its disk has free space and is writable",
        cause: error)
    case let error as DatabaseError where [SQLITE_BUSY, SQLITE_LOCKED].contains(error.code):
      StorageError(
        .unavailable, "the \(format.name) file '\(path)' is locked by another process; close the program that uses it, or try again",
        cause: error)
    case let error as DatabaseError: unavailable("the \(format.name) file '\(path)' cannot be used: \(error.message)", cause: error)
    default: StorageError(.unavailable, "the \(format.name) file '\(path)' cannot be used: \(error)", cause: error)
    }
  }

  /// The error of operations that take longer than the timeout.
  var slow: StorageError {
    StorageError(
      .slow,
      "the \(format.name) file '\(path)' did not respond within \(timeout ?? .zero): another program may have locked it, or its disk is slow"
    )
  }

  private func unavailable(_ message: String, cause: (any Error)? = nil) -> StorageError {
    StorageError(.unavailable, "\(message); \(adviceForExisting)", cause: cause)
  }

  /// What to do about a file that exists.
  private var adviceForExisting: String { removal.map { "\($0), or \(advice)" } ?? advice }

  private func failure(_ message: String, _ error: SystemError) -> StorageError {
    let isDisk = error.number.isDiskFailure
    return StorageError(
      isDisk ? .disk : .unavailable,
      "\(message): \(error.reason); \(isDisk ? "check that its disk has free space and is writable" : advice)", cause: error)
  }

  private func openInMemory() throws(StorageError) -> Connections {
    do {
      let database = try Database(path)
      try format.migrate(database)
      return Connections(writer: database, path: path)
    } catch {
      throw storageError(for: error)
    }
  }

  private func openConnections(checkedCompletely: Bool, setAside: String? = nil) throws(StorageError) -> Connections {
    try checkKinds()
    try createPrivateFile()
    do {
      try validate(checkedCompletely: checkedCompletely)
      let writer = try Database(path)
      guard try writer.texts("PRAGMA journal_mode = WAL") == ["wal"] else {
        throw DatabaseError(extendedCode: SQLITE_ERROR, message: "its file system has no write-ahead logs")
      }
      guard !writer.isReadOnly else { throw DatabaseError(extendedCode: SQLITE_READONLY, message: "attempt to write a readonly database") }
      // With a write-ahead log, a commit survives a crash of the process; only a power failure can lose the last commits.
      try writer.run("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = \(16 << 20)")
      try format.migrate(writer)
      let reader = try Database(path)
      try reader.run("PRAGMA query_only = TRUE")
      for database in [writer, reader] { database.lockTimeout = lockTimeout }
      return Connections(writer: writer, reader: reader, path: path, identity: FileIdentity(of: path), setAside: setAside)
    } catch {
      throw damage(behind: error) ?? storageError(for: error)
    }
  }

  /// Returns the damage to the file's header because of which SQLite could not open it; `nil` if the error has another reason.
  private func damage(behind error: any Error) -> StorageError? {
    guard let error = error as? DatabaseError, [SQLITE_ERROR, SQLITE_READONLY].contains(error.code),
      // Closing the file drops the locks that this process holds on it (POSIX), but nothing has it open: it could not be opened.
      let bytes = try? Descriptor.open(path, for: .reading).read(upTo: DatabaseHeader.size), let header = DatabaseHeader(bytes),
      DatabaseHeader.areSimilar(header.applicationID, format.applicationID), let damage = header.damage
    else { return nil }
    return StorageError(.damaged, "'\(path)' is damaged: \(damage)", cause: error)
  }

  /// Validates the file read-only: opening it for writing would modify a file that may belong to another program.
  private func validate(checkedCompletely: Bool) throws {
    let database = try Database(path, isReadOnly: true)
    defer { database.close() }
    let limit = checkedCompletely || contents == .userData ? .max : completeCheckLimit
    try format.validate(database, completeCheckLimit: limit, at: path, advice: adviceForExisting)
  }

  /// Throws if the file, or one that SQLite keeps beside it, exists and is not a regular file: opening a named pipe would never return.
  private func checkKinds() throws(StorageError) {
    for file in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) {
      guard let kind = (try? FileStatus(of: file))?.kind, kind != .regular else { continue }
      throw unavailable("the \(format.name) file '\(file)' cannot be used: it is \(kind == .folder ? "a folder" : "not a regular file")")
    }
  }

  /// Creates the file, or restricts an existing file, so that only its owner can read it. SQLite copies the mode to the `-wal` and `-shm`
  /// files.
  private func createPrivateFile() throws(StorageError) {
    // An existing file is never opened here: closing it would drop the locks that this process holds on it (POSIX).
    do { try FileSystem.createPrivate(path) } catch {
      guard error.number == .alreadyExists else { throw failure("cannot create the \(format.name) file '\(path)'", error) }
      for suffix in ["", "-wal", "-shm"] { FileSystem.makePrivate(path + suffix) }
    }
  }

  /// Renames the file together with its `-wal` and `-shm` files. Returns the new name.
  private func setAside() throws(StorageError) -> String {
    var number = 1
    while FileSystem.exists("\(path).damaged-\(number)") { number += 1 }
    let name = "\(path).damaged-\(number)"
    do { try FileSystem.rename(path, to: name) } catch {
      throw StorageError(
        .unavailable, "cannot rename '\(path)' to '\(name)': \(error.reason); delete the file, or \(advice)", cause: error)
    }
    for suffix in ["-wal", "-shm"] where FileSystem.exists(path + suffix) { try? FileSystem.rename(path + suffix, to: name + suffix) }
    return name
  }

  private func createFolder() throws(StorageError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let folder = String(path[..<slash])
    do { try Folder.create(folder) } catch {
      throw failure("cannot create the folder '\(error.path ?? folder)' for the \(format.name) file", error)
    }
  }

  /// Acquires an exclusive lock on `FILE.lock`. Returns `nil` if the file system has no such locks, as some network file systems: without
  /// the lock, only processes that replace a damaged file at the same instant can disturb each other.
  private func acquireLock() throws(StorageError) -> FileLock? {
    let lock = "\(path).lock"
    let acquired: FileLock?
    do { acquired = try lockFile(lock, openTimeout) } catch {
      guard !error.isLockUnsupported else {
        logger.warning(
          "database file opened without a lock, which its file system does not support",
          metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.reason)"])
        return nil
      }
      throw failure("cannot \(error.call == "open" ? "create" : "lock") the lock file '\(lock)' for the \(format.name) file", error)
    }
    guard let acquired else {
      throw StorageError(
        .unavailable,
        "another process has been opening the \(format.name) file '\(path)' for more than \(openTimeout); end that process, or \(advice)")
    }
    return acquired
  }
}

extension SystemError {
  /// Whether a file could not be locked because its file system has no locks (flock(2)).
  fileprivate var isLockUnsupported: Bool {
    call == "flock" && [.noLocksAvailable, .notSupported, .notImplemented].contains(number)
  }
}
