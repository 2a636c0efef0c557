import Hosting
import Platform
import TestSupport
import Testing

struct LogFileTests {
  private static let line = Array("0123456789\n".utf8)

  @Test func `a full file is renamed`() throws {
    let folder = try TemporaryDirectory()
    let log = LogFile(folder.file("x.log"), limit: 100)
    for _ in 0..<10 { log.append(Self.line) }
    #expect(Files.size(folder.file("x.log")) == 11)
    #expect(Files.size(folder.file("x.log.1")) == 99)
  }

  @Test func `a full file that cannot be renamed is emptied`() throws {
    let folder = try TemporaryDirectory()
    try Folder.create(folder.file("x.log.1"))
    let log = LogFile(folder.file("x.log"), limit: 100)
    for _ in 0..<10 { log.append(Self.line) }
    #expect(Files.size(folder.file("x.log")) == 11)
  }
}
