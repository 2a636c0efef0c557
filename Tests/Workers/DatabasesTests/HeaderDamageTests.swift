import Databases
import Platform
import TestSupport
import Testing

/// One flipped bit of the header of a database file, which holds its version and its application ID.
struct HeaderDamageTests {
  /// Whatever it is, derived data is available again at once: from the file, from a new one, or from a separate one.
  @Test(arguments: [0..<25, 25..<50, 50..<75, 75..<100]) func `a flipped bit of the header never prevents the use of derived data`(
    bytes: Range<Int>
  ) async throws {
    let notes = try NotesFile()
    let whole = try await wholeFile(in: notes)
    for byte in bytes {
      for bit in 0..<8 {
        let path = notes.folder.file("\(byte)-\(bit).sqlite")
        var damaged = whole
        damaged[byte] ^= 1 << bit
        try Files.write(damaged, to: path)
        do {
          let database = try notes.open(path, format: .taggedNotes)
          #expect([0, 3].contains(try await database.count), "bit \(bit) of byte \(byte)")
          try await database.add(1)
          await database.close()
        } catch {
          Issue.record("bit \(bit) of byte \(byte): \(error)")
        }
      }
    }
  }

  /// The places that SQLite does not call damaged: the version, the application ID, the write version and the schema format.
  @Test(
    arguments: [DatabaseFile.Contents.derived, .userData],
    [
      (63, 2, "format version"), (60, 0x80, "format"), (68, 1, "application ID"), (71, 0x40, "application ID"),
      (18, 1, "write version"), (47, 8, "schema format"),
    ])
  func `a file with a damaged header is set aside with the reason`(
    contents: DatabaseFile.Contents, damage: (byte: Int, bits: UInt8, reason: String)
  ) async throws {
    let notes = try NotesFile()
    var bytes = try await wholeFile(in: notes)
    bytes[damage.byte] ^= damage.bits
    try Files.write(bytes, to: notes.path)
    let database = try notes.open(format: .taggedNotes, contents: contents)
    #expect(try await database.count == 0)
    await database.close()
    #expect(notes.exists(".damaged-1"))
    #expect(notes.log.lines.count == 1 && notes.log.lines[0].contains(damage.reason), "\(notes.log.lines)")
  }

  /// Returns the bytes of a file with three notes.
  private func wholeFile(in notes: NotesFile) async throws -> [UInt8] {
    let database = try notes.open(format: .taggedNotes)
    try await database.add(3)
    await database.close()
    return try notes.bytes()
  }
}
