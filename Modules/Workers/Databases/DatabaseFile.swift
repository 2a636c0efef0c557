import GRDB
import Glibc
public import Logging

/// A SQLite file that several processes on one machine may share. Only its owner can read it (mode 0600).
public struct DatabaseFile: Sendable {
  /// The value of the contents, which decides how an unusable file is handled.
  public enum Contents: Sendable, Hashable {
    /// Data that can be rebuilt. A damaged file is renamed to `FILE.damaged-N` and replaced by a new one. A file of a newer version is not
    /// touched, because a process of that version may be using it; `FILE.vN` is used instead, where N is this program's format version.
    case derived
    /// Data that cannot be rebuilt. A damaged file or a file of a newer version is rejected and left unchanged.
    case userData
  }

  public let path: String
  public let format: DatabaseFormat
  public let contents: Contents
  let advice: String
  let journalSizeLimit: Int
  let lockTimeout: Double
  let logger: Logger

  /// - Parameters:
  ///   - advice: what to do if `path` cannot be used; the end of error messages, such as `choose another with --store FILE`.
  ///   - journalSizeLimit: disk space that an empty write-ahead log keeps, in bytes.
  ///   - lockTimeout: time that an operation waits for a lock held by another process, in seconds.
  ///   - logger: receives a warning when a file is set aside.
  public init(
    _ path: String, format: DatabaseFormat, contents: Contents = .derived, advice: String, journalSizeLimit: Int, lockTimeout: Double = 5,
    logger: Logger
  ) {
    self.path = path
    self.format = format
    self.contents = contents
    self.advice = advice
    self.journalSizeLimit = journalSizeLimit
    self.lockTimeout = lockTimeout
    self.logger = logger
  }

  /// An open file.
  struct Opened {
    let pool: DatabasePool
    /// ``DatabaseFile/path``, or the path of the file used instead.
    let path: String
  }

  /// Opens the file, creating it and its folder if they are missing. ``Contents`` describes how an unusable file is handled.
  ///
  /// Processes that start at the same time take turns, so that only one of them renames a damaged file. Blocks for disk I/O.
  func open() throws(StorageError) -> Opened {
    try createFolder()
    let lock = try acquireLock()
    defer { close(lock) }
    do {
      return try openPool()
    } catch  where error.code == .damaged && contents == .derived {
      let name = try setAside()
      logger.warning(
        "damaged database file set aside and replaced by a new one",
        metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.message)", "set-aside": "\(name)"])
      return try openPool()
    } catch  where error.code == .newer && contents == .derived {
      let sibling = versionedSibling
      guard sibling.path != path else { throw error }
      logger.warning(
        "database file written by a newer version; using a separate file",
        metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.message)", "used": "\(sibling.path)"])
      return try sibling.open()
    }
  }

  /// The file of this version of the format, next to a file of a newer version.
  private var versionedSibling: DatabaseFile {
    let suffix = ".v\(format.migrations.count)"
    guard !path.hasSuffix(suffix) else { return self }
    return DatabaseFile(
      path + suffix, format: format, contents: contents, advice: advice, journalSizeLimit: journalSizeLimit, lockTimeout: lockTimeout,
      logger: logger)
  }

  /// Converts an error of SQLite; the code says how a caller can react.
  func storageError(for error: any Error) -> StorageError {
    switch error {
    case let error as StorageError: error
    case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
      StorageError(.damaged, "'\(path)' is damaged: \(error.reason)", cause: error)
    case let error as DatabaseError where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode):
      StorageError(
        .disk, "the \(format.name) file '\(path)' cannot be written: \(error.reason); check that its disk has free space and is writable",
        cause: error)
    case let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode):
      StorageError(
        .unavailable, "the \(format.name) file '\(path)' is locked by another process; close the program that uses it, or try again",
        cause: error)
    case let error as DatabaseError: unavailable("the \(format.name) file '\(path)' cannot be used: \(error.reason)", cause: error)
    default: StorageError(.unavailable, "the \(format.name) file '\(path)' cannot be used: \(error)", cause: error)
    }
  }

  private func unavailable(_ message: String, cause: (any Error)? = nil) -> StorageError {
    StorageError(.unavailable, "\(message); \(advice)", cause: cause)
  }

  /// Converts an `errno` value.
  private func failure(_ message: String, _ number: Int32) -> StorageError {
    let isDisk = [ENOSPC, EDQUOT, EFBIG, EIO, EROFS].contains(number)
    return StorageError(
      isDisk ? .disk : .unavailable,
      "\(message): \(reason(number)); \(isDisk ? "check that its disk has free space and is writable" : advice)")
  }

  private func openPool() throws(StorageError) -> Opened {
    try createPrivateFile()
    var configuration = Configuration()
    configuration.label = format.name
    configuration.maximumReaderCount = 4
    // Wait for the write lock of another process instead of failing.
    configuration.busyMode = .timeout(lockTimeout)
    configuration.prepareDatabase { db in
      // With a write-ahead log, a commit survives a crash of the process; only a power failure can lose the last commits.
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = \(journalSizeLimit)")
    }
    do {
      try validate()
      let pool = try DatabasePool(path: path, configuration: configuration)
      try format.migrate(pool)
      return Opened(pool: pool, path: path)
    } catch {
      throw storageError(for: error)
    }
  }

  /// Validates the file read-only: opening it for writing would modify a file that may belong to another program.
  private func validate() throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(lockTimeout)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    try format.validate(queue, at: path, advice: advice)
  }

  /// Creates the file, or restricts an existing file, so that only its owner can read it. SQLite copies the mode to the `-wal` and `-shm`
  /// files.
  private func createPrivateFile() throws(StorageError) {
    // An existing file is never opened here: closing it would drop the locks that this process holds on it (POSIX).
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == EEXIST {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw unavailable("the \(format.name) file '\(path)' cannot be used: it is a folder")
      }
      for suffix in ["", "-wal", "-shm"] { restrictToOwner(path + suffix) }
    } else {
      throw failure("cannot create the \(format.name) file '\(path)'", errno)
    }
  }

  /// Removes all permissions of group and others. Skips files of other users and files that are not regular.
  private func restrictToOwner(_ file: String) {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else {
      return
    }
    chmod(file, 0o600)
  }

  /// Renames the file together with its `-wal` and `-shm` files. Returns the new name.
  private func setAside() throws(StorageError) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    let name = "\(path).damaged-\(number)"
    guard rename(path, name) == 0 else {
      throw StorageError(.unavailable, "cannot rename '\(path)' to '\(name)': \(reason(errno)); delete the file, or \(advice)")
    }
    for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 { rename(path + suffix, name + suffix) }
    return name
  }

  private func createFolder() throws(StorageError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/").dropLast() {
      folder += "/\(component)"
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      throw failure("cannot create the folder '\(folder)' for the \(format.name) file", errno)
    }
  }

  /// Acquires an exclusive lock on `FILE.lock`, which is held until the descriptor is closed.
  private func acquireLock() throws(StorageError) -> Int32 {
    let lock = "\(path).lock"
    let descriptor = Glibc.open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot create the lock file '\(lock)' for the \(format.name) file", errno) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return descriptor
  }
}

private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

extension DatabaseError {
  fileprivate var reason: String { message ?? "\(resultCode)" }
}
