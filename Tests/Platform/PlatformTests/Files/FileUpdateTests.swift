import Platform
import TestSupport
import Testing

@Suite struct FileUpdateTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func begin(_ name: String) throws -> FileUpdate {
    try #require(try FileUpdate.begin(directory.file(name), within: .seconds(10)))
  }

  @Test func `a file is created with the given mode, and keeps its own`() throws {
    try begin("file").commit(Array("1".utf8), mode: 0o640)
    #expect(try FileStatus(of: directory.file("file")).mode == 0o640)
    let update = try begin("file")
    #expect(try update.contents(upTo: 10) == Array("1".utf8))
    try update.commit(Array("2".utf8))
    #expect(Files.text(directory.file("file")) == "2")
    #expect(try FileStatus(of: directory.file("file")).mode == 0o640)
    #expect(Folder.names(in: directory.path) == ["file"])
  }

  @Test(.enabled(if: User.effective == 0, "only root can choose any group")) func `a file keeps its group`() throws {
    try directory.write("old", to: "file")
    try FileSystem.setMode(0o640, of: directory.file("file"))
    try Files.changeGroup(of: directory.file("file"), to: 1)
    try begin("file").commit(Array("new".utf8))
    #expect(Files.group(of: directory.file("file")) == 1)
    #expect(try FileStatus(of: directory.file("file")).mode == 0o640)
    #expect(Files.text(directory.file("file")) == "new")
  }

  @Test func `a change that is not committed leaves the file as it is`() throws {
    try directory.write("old", to: "file")
    do { #expect(try begin("file").contents(upTo: 10) == Array("old".utf8)) }
    #expect(Files.text(directory.file("file")) == "old")
    #expect(Folder.names(in: directory.path) == ["file"])
    do { #expect(try begin("none").contents(upTo: 10) == nil) }
    #expect(Folder.names(in: directory.path) == ["file"])
  }

  @Test func `a second change waits for the first`() throws {
    let first = try begin("file")
    #expect(try FileUpdate.begin(directory.file("file"), within: .zero) == nil)
    try first.commit(Array("1".utf8))
    #expect(try begin("file").contents(upTo: 10) == Array("1".utf8))
  }

  @Test func `what a killed process has left is overwritten`() throws {
    try directory.write("a long and incomplete text", to: "file.new")
    try begin("file").commit(Array("new".utf8))
    #expect(Files.text(directory.file("file")) == "new")
    #expect(Folder.names(in: directory.path) == ["file"])
  }

  @Test func `links are followed and stay`() throws {
    try Folder.create(directory.file("dotfiles"))
    try Files.link(directory.file("link"), to: "dotfiles/inner")
    try Files.link(directory.file("dotfiles/inner"), to: "config.json")
    for text in ["1", "2"] {
      let update = try begin("link")
      #expect(update.path == directory.file("dotfiles/config.json"))
      try update.commit(Array(text.utf8))
      #expect(Files.text(directory.file("dotfiles/config.json")) == text)
      #expect(try FileStatus(of: directory.file("link")).linkOwner != nil)
    }
    try Files.link(directory.file("loop"), to: "loop")
    #expect(throws: SystemError.self) { try begin("loop") }
  }

  @Test func `a link or a folder in the place of the temporary file is refused`() throws {
    try directory.write("other", to: "other")
    try Files.link(directory.file("file.new"), to: directory.file("other"))
    #expect(throws: SystemError.self) { try begin("file") }
    try Folder.create(directory.file("second.new"))
    #expect(throws: SystemError.self) { try begin("second") }
    #expect(Files.text(directory.file("other")) == "other")
  }
}
