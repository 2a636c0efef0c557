import CSQLite

/// An error of SQLite.
public struct DatabaseError: Error, CustomStringConvertible {
  /// The primary result code, such as `SQLITE_BUSY` (https://www.sqlite.org/rescode.html).
  public var code: Int32 { extendedCode & 0xFF }
  public let extendedCode: Int32
  public let message: String
  public var description: String { message }
}

/// A value of a statement's parameter: an integer, a text or bytes.
public protocol DatabaseValue: Sendable {
  /// Returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: DatabaseValue {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
}

extension Int: DatabaseValue {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, Int64(self)) }
}

extension String: DatabaseValue {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { holocron_bind_text(statement, index, $0.baseAddress, UInt64($0.count)) }
    }
  }
}

extension [UInt8]: DatabaseValue {
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { holocron_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

/// The current row of a query, valid until its closure returns. In a damaged file, a column may hold a value of any type, so a value of
/// another type than the one asked for is `nil`, as NULL is.
public struct DatabaseRow {
  fileprivate let statement: OpaquePointer

  public func integer(_ column: Int) -> Int64? {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER ? sqlite3_column_int64(statement, Int32(column)) : nil
  }

  /// Returns a text, in which U+FFFD replaces what is no UTF-8.
  public func text(_ column: Int) -> String? {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_TEXT, let text = sqlite3_column_text(statement, Int32(column)) else {
      return nil
    }
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, Int32(column)))), as: UTF8.self)
  }

  public func bytes(_ column: Int) -> [UInt8]? {
    guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB else { return nil }
    let bytes = sqlite3_column_blob(statement, Int32(column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
  }
}

/// A connection to a SQLite database, which one thread uses at a time. Each statement is prepared once and kept.
public final class Database {
  public static let memory = ":memory:"

  /// `nil` after ``close()``.
  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]
  /// Time that a statement waits for a lock of another connection.
  var lockTimeout = Duration.seconds(5) { didSet { setBusyTimeout(lockTimeout) } }

  /// Opens a file, which is created unless `isReadOnly`.
  public init(_ path: String, isReadOnly: Bool = false) throws(DatabaseError) {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let result = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard result == SQLITE_OK else {
      let error = error(result)
      sqlite3_close_v2(handle)
      throw error
    }
    setBusyTimeout(lockTimeout)
  }

  deinit { close() }

  /// Closes the connection, after which every other call throws `SQLITE_MISUSE`. The last connection to a file empties its write-ahead log.
  public func close() {
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Whether the file cannot be written, because of its permissions or because of the write version in its header.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The number of rows that the last statement changed.
  public var changes: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }

  private func setBusyTimeout(_ timeout: Duration) { sqlite3_busy_timeout(handle, Int32(clamping: Int64(timeout / .milliseconds(1)))) }

  /// Runs statements without parameters, separated by semicolons.
  public func run(_ script: String) throws { try check(sqlite3_exec(handle, script, nil, nil, nil)) }

  /// Runs a statement.
  public func execute(_ sql: String, _ arguments: [(any DatabaseValue)?] = []) throws { try query(sql, arguments) { _ in true } }

  /// Runs a query. Calls `each` with one row after the other until it returns `false`.
  public func query(_ sql: String, _ arguments: [(any DatabaseValue)?] = [], each: (DatabaseRow) throws -> Bool) throws {
    let statement = try statements.removeValue(forKey: sql) ?? prepare(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      if let other = statements.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
    }
    for (index, value) in arguments.enumerated() {
      if let value { try check(value.bind(to: statement, at: Int32(index + 1))) }
    }
    while true {
      let result = sqlite3_step(statement)
      guard result == SQLITE_ROW else { return try check(result == SQLITE_DONE ? SQLITE_OK : result) }
      guard try each(DatabaseRow(statement: statement)) else { return }
    }
  }

  /// Returns what `read` makes of the first row; `nil` without rows.
  public func first<Value>(
    _ sql: String, _ arguments: [(any DatabaseValue)?] = [], _ read: (DatabaseRow) throws -> Value?
  ) throws -> Value? {
    var value: Value?
    try query(sql, arguments) { row in
      value = try read(row)
      return false
    }
    return value
  }

  /// Returns the integer in the first column of the first row.
  public func integer(_ sql: String, _ arguments: [(any DatabaseValue)?] = []) throws -> Int? {
    try first(sql, arguments) { $0.integer(0) }.map { Int($0) }
  }

  /// Returns the texts in the first column.
  func texts(_ sql: String) throws -> [String] {
    var texts: [String] = []
    try query(sql) { row in
      row.text(0).map { texts.append($0) }
      return true
    }
    return texts
  }

  /// Moves the write-ahead log into the file, and empties it; fails at once if another connection uses the log.
  func emptyLog() throws {
    setBusyTimeout(.zero)
    defer { setBusyTimeout(lockTimeout) }
    try run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Runs `body` in a transaction, which is undone if it throws. Begins by waiting for the lock of other writers if it writes.
  func transaction<Value>(isWriting: Bool, _ body: () throws -> Value) throws -> Value {
    try execute(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // SQLite has undone it already after some errors.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { throw DatabaseError(extendedCode: SQLITE_MISUSE, message: "no SQL statement") }
    return statement
  }

  private func check(_ result: Int32) throws {
    guard result != SQLITE_OK else { return }
    throw error(result)
  }

  private func error(_ result: Int32) -> DatabaseError {
    DatabaseError(extendedCode: result, message: handle.map { String(cString: sqlite3_errmsg($0)) } ?? "the connection is closed")
  }
}
