import Platform
import TestSupport
import Testing

@Suite struct FileStatusTests {
  @Test func `type, owner, permissions and links are read`() throws {
    let directory = try TemporaryDirectory()
    let user = User.effective
    #expect(throws: SystemError("lstat", directory.file("none"), number: .noSuchFile)) { try FileStatus(of: directory.file("none")) }
    #expect(try FileStatus(of: directory.path) == FileStatus(kind: .folder, owner: user, mode: 0o700))
    try Files.link(directory.file("link"), to: directory.path)
    #expect(try FileStatus(of: directory.file("link")) == FileStatus(kind: .folder, owner: user, mode: 0o700, linkOwner: user))
    try Files.link(directory.file("dangling"), to: "nowhere")
    #expect(try FileStatus(of: directory.file("dangling")).kind == .other)
    try FileSystem.createPrivate(directory.file("file"))
    #expect(try FileStatus(of: directory.file("file")) == FileStatus(kind: .regular, owner: user, mode: 0o600))
  }

  @Test func `only files of the owner are made private`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "file")
    try FileSystem.setMode(0o644, of: directory.file("file"))
    try FileSystem.setMode(0o755, of: directory.path)
    FileSystem.makePrivate(directory.file("file"))
    FileSystem.makePrivate(directory.path)
    #expect(Files.mode(directory.file("file")) == 0o600)
    #expect(Files.mode(directory.path) == 0o755)
  }

  @Test func `executable files are regular files that may be executed`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "file")
    #expect(!FileSystem.isExecutable(directory.file("none")))
    #expect(!FileSystem.isExecutable(directory.path))
    try FileSystem.setMode(0o700, of: directory.file("file"))
    #expect(FileSystem.isExecutable(directory.file("file")))
  }

  @Test func `writing in a folder is tested without leaving a file`() throws {
    let directory = try TemporaryDirectory()
    try FileSystem.testWriting(in: directory.path, name: "test")
    #expect(Folder.names(in: directory.path).isEmpty)
    #expect(throws: SystemError.self) { try FileSystem.testWriting(in: "/proc", name: "test") }
    #expect(FileSystem.freeBytes(at: directory.path).map { $0 > 0 } == true)
    #expect(FileSystem.freeBytes(at: directory.file("none")) == nil)
  }
}
