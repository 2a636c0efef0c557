import Dispatch
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Databases

/// The lock that processes take while they open a file.
struct LockTests {
  private func file(of notes: NotesFile, failing failure: SystemError) -> DatabaseFile {
    var file = notes.file()
    file.lockFile = { (_: String, _: Duration) throws(SystemError) in throw failure }
    return file
  }

  @Test(arguments: [ErrorNumber.noLocksAvailable, .notSupported, .notImplemented])
  func `a file on a file system without locks is used, with a warning`(number: ErrorNumber) async throws {
    let notes = try NotesFile()
    let database = try SharedDatabase(file(of: notes, failing: SystemError("flock", number: number)))
    try await database.add(3)
    #expect(try await database.count == 3)
    #expect(notes.log.messages == ["database file opened without a lock, which its file system does not support"])
    await database.close()
  }

  @Test func `any other failure to lock refuses the file`() throws {
    let notes = try NotesFile()
    let denied = file(of: notes, failing: SystemError("flock", number: .permissionDenied))
    let error = #expect(throws: StorageError.self) { try SharedDatabase(denied) }
    #expect(error?.code == .unavailable && error?.message.hasPrefix("cannot lock the lock file") == true, "\(error?.message ?? "")")
    #expect(!notes.exists(""))
  }

  /// A process may be stopped while it opens the file.
  @Test func `a file that another process keeps opening is refused`() throws {
    let notes = try NotesFile()
    let lock = try #require(try FileLock.acquire("\(notes.path).lock"))
    var file = notes.file()
    file.openTimeout = .zero
    let error = #expect(throws: StorageError.self) { try SharedDatabase(file) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("another process has been opening") == true, "\(error?.message ?? "")")
    withExtendedLifetime(lock) {}
  }

  @Test func `operations share one opening, and the state can be read meanwhile`() async throws {
    let notes = try NotesFile()
    let openings = Mutex(0)
    var file = notes.file()
    file.lockFile = { (path: String, limit: Duration) throws(SystemError) in
      openings.withLock { $0 += 1 }
      return try FileLock.acquire(path, within: limit)
    }
    file.openTimeout = .testLimit
    let database = SharedDatabase(openingOnFirstUse: file)
    try await withThrowingTaskGroup(of: Int.self) { group in
      do {
        let lock = try #require(try FileLock.acquire("\(notes.path).lock"))
        for _ in 0..<64 { group.addTask { try await database.count } }
        try await eventually("the file is being opened") { openings.withLock { $0 } == 1 }
        #expect(database.location == notes.path)
        #expect(database.openCount == 0)
        withExtendedLifetime(lock) {}
      }
      for try await count in group { #expect(count == 0) }
    }
    #expect(openings.withLock { $0 } == 1)
    #expect(database.openCount == 1)
    await database.close()
  }

  /// A disk hangs during a read, or another program holds the file's lock during a write.
  @Test(arguments: [false, true]) func `operations fail while one hangs, and succeed after it`(isWriting: Bool) async throws {
    let notes = try NotesFile()
    var file = notes.file()
    file.timeout = .milliseconds(200)
    let database = try SharedDatabase(file)
    let disk = DispatchSemaphore(value: 0)
    let runs = Mutex(0)
    let operation: @Sendable (Database) -> Void = { _ in
      runs.withLock { $0 += 1 }
      disk.wait()
    }
    for _ in 1...3 {
      let error = await #expect(throws: StorageError.self) {
        try await isWriting ? database.write(operation) : database.read(operation)
      }
      #expect(error?.code == .slow)
    }
    // The others did not begin.
    #expect(runs.withLock { $0 } == 1)
    let read: @Sendable () async -> Bool = { (try? await database.count) != nil }
    let write: @Sendable () async -> Bool = { (try? await database.add(1)) != nil }
    try await eventually("operations of the other kind succeed", isTrue: isWriting ? read : write)
    disk.signal()
    try await eventually("operations of this kind succeed again", isTrue: isWriting ? write : read)
    await database.close()
  }
}
