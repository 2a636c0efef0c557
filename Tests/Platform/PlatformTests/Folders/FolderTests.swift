import Platform
import TestSupport
import Testing

@Suite struct FolderTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a folder and its parents are created with mode 0700`() throws {
    for _ in 1...2 { try Folder.create(directory.file("a/b/c")) }
    for path in ["a", "a/b", "a/b/c"] { #expect(Files.mode(directory.file(path)) == 0o700) }
    #expect(Folder.names(in: directory.path) == ["a"])
  }

  @Test func `a file in the way is named`() throws {
    try directory.write("", to: "file")
    #expect(throws: SystemError("mkdir", directory.file("file"), number: .notAFolder)) { try Folder.create(directory.file("file")) }
    #expect(throws: SystemError("mkdir", directory.file("file/x"), number: .notAFolder)) { try Folder.create(directory.file("file/x")) }
  }

  @Test func `removing a temporary folder follows no links`() throws {
    try directory.write("precious", to: "other")
    let path: String
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      #expect(Files.mode(path) == 0o700)
      try Folder.create("\(path)/a/b")
      try Files.write([1], to: "\(path)/a/b/file")
      try Files.link("\(path)/a/link", to: directory.path)
      withExtendedLifetime(folder) {}
    }
    #expect(!FileSystem.exists(path))
    #expect(Files.text(directory.file("other")) == "precious")
  }
}

@Suite struct RuntimeFolderTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a new folder is private`() throws {
    let path = directory.file("a/b/holocron")
    #expect(throws: RuntimeFolder.Weakness.missing) { try RuntimeFolder.check(path) }
    for _ in 1...2 { try RuntimeFolder.prepare(path) }
    try RuntimeFolder.check(path)
  }

  @Test(arguments: [0o750, 0o705, 0o710, 0o777] as [UInt32]) func `a folder that other users can access is refused`(mode: UInt32) throws {
    let path = directory.file("open")
    try Folder.create(path)
    try FileSystem.setMode(mode, of: path)
    #expect(throws: RuntimeFolder.Weakness.accessible) { try RuntimeFolder.prepare(path) }
  }

  @Test func `a file, a link and a link to nowhere are refused`() throws {
    try directory.write("", to: "file")
    try Files.link(directory.file("link"), to: directory.path)
    try Files.link(directory.file("dangling"), to: "nowhere")
    for name in ["file", "link", "dangling"] {
      #expect(throws: RuntimeFolder.Weakness.notAFolder, "\(name)") { try RuntimeFolder.prepare(directory.file(name)) }
    }
  }

  @Test func `a folder that cannot be created is named`() throws {
    try directory.write("", to: "file")
    let path = directory.file("file/inner")
    #expect(throws: RuntimeFolder.Weakness.system(SystemError("mkdir", path, number: .notAFolder))) { try RuntimeFolder.prepare(path) }
  }

  @Test(.enabled(if: User.current == 0, "only root can change the owner of a folder")) func `a folder of another user is refused`() throws {
    let path = directory.file("theirs")
    try Folder.create(path)
    try Files.changeOwner(of: path, to: 65_534)
    #expect(throws: RuntimeFolder.Weakness.foreign(65_534)) { try RuntimeFolder.prepare(path) }
  }
}

@Suite struct LogFolderTests {
  @Test(arguments: ["state", "state/app", "new", "new/inner"])
  func `logs are in the state folder if it is there or can be created`(existing: String) throws {
    let directory = try TemporaryDirectory()
    if existing.hasPrefix("state") { try Folder.create(directory.file(existing)) }
    let home = directory.file(existing.hasPrefix("state") ? "state" : existing)
    let folder = LogFolder(XDGFolders("app", Environment(["XDG_STATE_HOME": home, "XDG_RUNTIME_DIR": directory.file("run")])))
    #expect(folder.path == "\(home)/app")
    #expect(folder.failure == nil)
    #expect(!FileSystem.exists(directory.file("new")) && !FileSystem.exists(directory.file("run")))
  }

  @Test(arguments: ["file", "file/inner"]) func `logs are in the runtime folder otherwise`(home: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "file")
    let folder = LogFolder(
      XDGFolders("app", Environment(["XDG_STATE_HOME": directory.file(home), "XDG_RUNTIME_DIR": directory.file("run")])))
    #expect(folder.path == directory.file("run/app/logs"))
    #expect(folder.failure?.path == directory.file("file"))
    #expect(folder.failure?.number == .notAFolder)
  }
}
