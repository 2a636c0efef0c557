import GRDB
import Glibc
public import Logging

/// A SQLite file that several processes of one machine may share. Only its owner can read it (mode 0600).
public struct DatabaseFile: Sendable {
  /// What a file is worth, which decides what happens to one that cannot be used.
  public enum Contents: Sendable, Hashable {
    /// Can be made again. A damaged file is renamed to `FILE.damaged-N` and a new one takes its place. A file of a newer version is left
    /// alone, because a process of that version may be using it; `FILE.vN` is used instead, N being the format that this program writes.
    case derived
    /// Cannot be made again. A file that is damaged or of a newer version is refused and left as it is.
    case userData
  }

  public let path: String
  public let format: DatabaseFormat
  public let contents: Contents
  let advice: String
  let journalLimit: Int
  let lockPatience: Double
  let logger: Logger

  /// - Parameters:
  ///   - advice: what to do where no file can be at `path`; ends the sentences of errors: `choose another with --store FILE`.
  ///   - journalLimit: bytes that the write-ahead log keeps on the disk when it is empty.
  ///   - lockPatience: seconds that an operation waits for another process that has locked the file.
  ///   - logger: is told when a file is set aside.
  public init(
    _ path: String, format: DatabaseFormat, contents: Contents = .derived, advice: String, journalLimit: Int, lockPatience: Double = 5,
    logger: Logger
  ) {
    self.path = path
    self.format = format
    self.contents = contents
    self.advice = advice
    self.journalLimit = journalLimit
    self.lockPatience = lockPatience
    self.logger = logger
  }

  /// A file in use.
  struct Opened {
    let pool: DatabasePool
    /// ``DatabaseFile/path``, or the file that is used in its place.
    let path: String
  }

  /// Opens the file, creating it and its folder where they are missing; see ``Contents`` for one that cannot be used. Processes that start at
  /// the same time take turns, so that only one of them renames. Blocks for the time of a disk.
  func open() throws(StorageError) -> Opened {
    try makeFolder()
    let lock = try takeLock()
    defer { close(lock) }
    do {
      return try attempt()
    } catch  where error.code == .damaged && contents == .derived {
      let name = try setAside()
      logger.warning(
        "A database file could not be used and was set aside; a new one takes its place",
        metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.message)", "set-aside": "\(name)"])
      return try attempt()
    } catch  where error.code == .newer && contents == .derived {
      let own = beside
      guard own.path != path else { throw error }
      logger.warning(
        "A database file is left to the newer version that wrote it; another file is used",
        metadata: ["file": "\(path)", "purpose": "\(format.name)", "reason": "\(error.message)", "used": "\(own.path)"])
      return try own.open()
    }
  }

  /// The file of this program's version beside one of a newer version.
  private var beside: DatabaseFile {
    let suffix = ".v\(format.steps.count)"
    guard !path.hasSuffix(suffix) else { return self }
    return DatabaseFile(
      path + suffix, format: format, contents: contents, advice: advice, journalLimit: journalLimit, lockPatience: lockPatience,
      logger: logger)
  }

  /// A failure of SQLite, told apart by what can be done about it.
  func failure(_ error: any Error) -> StorageError {
    switch error {
    case let error as StorageError: error
    case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
      StorageError(.damaged, "'\(path)' is damaged: \(error.reason)", cause: error)
    case let error as DatabaseError where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode):
      StorageError(.disk, "the \(format.name) file '\(path)' cannot be written: \(error.reason); make room on its disk", cause: error)
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

  /// A failure of the operating system.
  private func failure(_ message: String, _ number: Int32) -> StorageError {
    let isDisk = [ENOSPC, EDQUOT, EFBIG, EIO, EROFS].contains(number)
    return StorageError(isDisk ? .disk : .unavailable, "\(message): \(reason(number)); \(isDisk ? "make room on its disk" : advice)")
  }

  private func attempt() throws(StorageError) -> Opened {
    try makePrivate()
    var configuration = Configuration()
    configuration.label = format.name
    configuration.maximumReaderCount = 4
    // Another process may hold the write lock: wait for it rather than fail.
    configuration.busyMode = .timeout(lockPatience)
    configuration.prepareDatabase { db in
      // With a write-ahead log a commit survives the death of the process; only a power cut may take the last ones.
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = \(journalLimit)")
    }
    do {
      try inspect()
      let pool = try DatabasePool(path: path, configuration: configuration)
      try format.stepUp(pool)
      return Opened(pool: pool, path: path)
    } catch {
      throw failure(error)
    }
  }

  /// Looks at the file without writing to it, which opening it for use does: it may be one to leave alone.
  private func inspect() throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(lockPatience)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    try format.inspect(queue, at: path, advice: advice)
  }

  /// Lets nobody but the owner read the file. SQLite gives its companions the mode of the file.
  private func makePrivate() throws(StorageError) {
    // An existing file is never opened here: closing it again would drop the locks that this process holds on it (POSIX).
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == EEXIST {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw unavailable("the \(format.name) file '\(path)' cannot be used: it is a folder")
      }
      for suffix in ["", "-wal", "-shm"] { takeFromOthers(path + suffix) }
    } else {
      throw failure("cannot make the \(format.name) file '\(path)'", errno)
    }
  }

  /// Files of another user, and whatever is no regular file, are left as they are.
  private func takeFromOthers(_ file: String) {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else {
      return
    }
    chmod(file, 0o600)
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
      throw failure("cannot make the folder '\(folder)' for the \(format.name) file", errno)
    }
  }

  /// An exclusive lock beside the file, held until the descriptor is closed.
  private func takeLock() throws(StorageError) -> Int32 {
    let lock = "\(path).lock"
    let descriptor = Glibc.open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot write beside the \(format.name) file ('\(lock)')", errno) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return descriptor
  }
}

private func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

extension DatabaseError {
  fileprivate var reason: String { message ?? "\(resultCode)" }
}
