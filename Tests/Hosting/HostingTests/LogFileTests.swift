import Hosting
import Platform
import TestSupport
import Testing

struct LogFileTests {
  private static let line = Array("0123456789\n".utf8)

  @Test func `a file that could not be opened is used as soon as it can be`() throws {
    let folder = try TemporaryDirectory()
    let log = LogFile(folder.file("logs/x.log"), limit: 100)
    log.append(Self.line)
    try Folder.create(folder.file("logs"))
    log.append(Self.line)
    #expect(Files.size(folder.file("logs/x.log")) == 11)
  }

  @Test func `a file that was removed is created again with its folder`() throws {
    let folder = try TemporaryDirectory()
    try Folder.create(folder.file("logs"))
    let log = LogFile(folder.file("logs/x.log"), limit: 100)
    log.append(Self.line)
    try FileSystem.rename(folder.file("logs"), to: folder.file("away"))
    log.append(Self.line)
    #expect(Files.size(folder.file("away/x.log")) == 11)
    #expect(Files.size(folder.file("logs/x.log")) == 11)
  }

  @Test func `a full file that cannot be renamed is emptied`() throws {
    let folder = try TemporaryDirectory()
    try Folder.create(folder.file("x.log.1"))
    let log = LogFile(folder.file("x.log"), limit: 100)
    for _ in 0..<10 { log.append(Self.line) }
    #expect(Files.size(folder.file("x.log")) == 11)
  }

  @Test(.timeLimit(.minutes(5))) func `lines for a named pipe are dropped`() throws {
    let folder = try TemporaryDirectory()
    try Files.makeNamedPipe(folder.file("x.log"))
    let log = LogFile(folder.file("x.log"), limit: 100)
    log.append(Self.line)
    #expect(Folder.names(in: folder.path) == ["x.log"])
  }

  @Test func `processes that share a file rename it once`() throws {
    let folder = try TemporaryDirectory()
    let logs = (0..<2).map { _ in LogFile(folder.file("x.log"), limit: 100) }
    for number in 0..<10 { logs[number % 2].append(Self.line) }
    // Both have written to the full file; the one that did not rename it goes on in the new one.
    logs[0].append(Self.line)
    #expect(Files.size(folder.file("x.log")) == 22)
    #expect(Files.size(folder.file("x.log.1")) == 99)
  }
}
