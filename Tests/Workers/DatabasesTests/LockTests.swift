import Platform
import TestSupport
import Testing

@testable import Databases

/// The lock that processes take while they open a file.
struct LockTests {
  private func file(of notes: NotesFile, failing failure: SystemError) -> DatabaseFile {
    var file = notes.file()
    file.lockFile = { (_: String) throws(SystemError) in throw failure }
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

  @Test(arguments: [
    (SystemError("flock", number: .permissionDenied), "cannot lock the lock file"),
    (SystemError("open", number: .notSupported), "cannot create the lock file"),
  ])
  func `any other failure to lock refuses the file`(failure: SystemError, message: String) throws {
    let notes = try NotesFile()
    let error = #expect(throws: StorageError.self) { try SharedDatabase(file(of: notes, failing: failure)) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(!notes.exists(""))
  }
}
