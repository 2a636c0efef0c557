import Platform
import TestSupport
import Testing

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
