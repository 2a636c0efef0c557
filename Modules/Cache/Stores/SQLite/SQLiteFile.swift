import GRDB
import Glibc
import Logging

/// Opens the cache file, and sets one aside that cannot be used.
struct SQLiteFile: Sendable {
  let path: String
  let logger: Logger

  /// Opens the file, creating it and its folder where they are missing. A damaged file and one of a newer version are renamed to
  /// `FILE.damaged-N` and a new file takes their place: nothing in a cache is worth refusing to start for. Workers that start at the same
  /// time take turns, so that only one of them renames.
  func open() throws(CacheError) -> DatabasePool {
    try makeFolder()
    let lock = try FileLock("\(path).lock")
    defer { lock.release() }
    do {
      return try attempt()
    } catch  where error.code == .damaged || error.code == .newer {
      let name = try setAside()
      logger.warning(
        "The cache file could not be used and was set aside; a new one takes its place",
        metadata: ["file": "\(path)", "reason": "\(error.message)", "set-aside": "\(name)"])
      return try attempt()
    }
  }

  private func attempt() throws(CacheError) -> DatabasePool {
    var configuration = Configuration()
    configuration.label = "cache"
    configuration.maximumReaderCount = 4
    // Another worker may hold the write lock: wait for it rather than fail.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { db in
      // With a write-ahead log a commit survives the death of the process; only a power cut may take the last ones.
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216")
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      try SQLiteSchema.prepare(pool, file: path)
      return pool
    } catch {
      throw CacheError(store: error, file: path)
    }
  }

  /// Moves the file and SQLite's companions of it out of the way. Returns the new name.
  private func setAside() throws(CacheError) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    let name = "\(path).damaged-\(number)"
    guard rename(path, name) == 0 else {
      throw CacheError(.unavailable, "cannot rename '\(path)' to '\(name)': \(Self.reason(errno)); remove the file, or use --store memory")
    }
    for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 { rename(path + suffix, name + suffix) }
    return name
  }

  private func makeFolder() throws(CacheError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/").dropLast() {
      folder += "/\(component)"
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      throw CacheError(
        .unavailable,
        "cannot make the folder '\(folder)' for the cache: \(Self.reason(errno)); choose another with --store FILE, or --store memory")
    }
  }

  static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// An exclusive lock on a file (flock), for the time of opening the database beside it.
private struct FileLock {
  private let descriptor: Int32

  init(_ path: String) throws(CacheError) {
    descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CacheError(
        .unavailable,
        "cannot write beside the cache file ('\(path)': \(SQLiteFile.reason(errno))); choose another with --store FILE, or --store memory")
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  func release() { close(descriptor) }
}

extension CacheError {
  /// A failure of SQLite, told apart by what can be done about it.
  init(store error: any Error, file: String) {
    switch error {
    case let error as CacheError: self = error
    case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
      self.init(.damaged, "'\(file)' is damaged: \(error.message ?? "\(error.resultCode)")", cause: error)
    case let error as DatabaseError:
      self.init(
        .unavailable,
        "the cache file '\(file)' cannot be used: \(error.message ?? "\(error.resultCode)"); choose another with --store FILE, or --store memory",
        cause: error)
    default: self.init(.unavailable, "the cache file '\(file)' cannot be used: \(error)", cause: error)
    }
  }
}
