import Platform
import TestSupport
import Testing

@Suite struct XDGFoldersTests {
  @Test func `folders are below the home folder by default`() {
    let folders = XDGFolders("app", Environment(["HOME": "/h"]))
    #expect(folders.configuration == "/h/.config/app")
    #expect(folders.configurationFile == "/h/.config/app/config.json")
    #expect(folders.cache == "/h/.cache/app")
    #expect(folders.data == "/h/.local/share/app")
    #expect(folders.state == "/h/.local/state/app")
    #expect(folders.runtime(user: 7) == "/tmp/app-7")
  }

  @Test func `variables name other folders`() {
    let folders = XDGFolders(
      "app",
      Environment([
        "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s",
        "XDG_RUNTIME_DIR": "/r",
      ]))
    #expect(
      [folders.configuration, folders.cache, folders.data, folders.state, folders.runtime()]
        == ["/c/app", "/k/app", "/d/app", "/s/app", "/r/app"])
  }

  /// As with the environment that `sudo -E` and `su` keep.
  @Test(.enabled(if: User.effective == 0, "only root can change the owner of a folder"))
  func `folders of another user are ignored`() throws {
    let folder = try TemporaryDirectory()
    try Files.changeOwner(of: folder.path, to: 65_534)
    let names = ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]
    let environment = Environment(Dictionary(uniqueKeysWithValues: names.map { ($0, folder.file($0 == "HOME" ? "" : "new")) }))
    let folders = XDGFolders("app", environment) { "/home/own" }
    #expect(
      [folders.configuration, folders.cache, folders.data, folders.state, folders.runtime()]
        == ["/home/own/.config/app", "/home/own/.cache/app", "/home/own/.local/share/app", "/home/own/.local/state/app", "/tmp/app-0"])
    try Files.changeOwner(of: folder.path, to: 0)
    #expect(folders.runtime() == folder.file("new/app"))
  }

  @Test(arguments: ["relative", "", "~/x"]) func `relative paths are ignored`(path: String) {
    let folders = XDGFolders("app", Environment(["HOME": "/h", "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "XDG_RUNTIME_DIR": path]))
    #expect(folders.configuration == "/h/.config/app")
    #expect(folders.state == "/h/.local/state/app")
    #expect(folders.runtime(user: 7) == "/tmp/app-7")
  }

  @Test(arguments: [[:], ["HOME": "h"], ["HOME": ""]]) func `without HOME the home folder is that of the account`(
    variables: [String: String]
  ) {
    #expect(XDGFolders("app", Environment(variables)) { "/home/luke" }.data == "/home/luke/.local/share/app")
  }

  @Test(arguments: [nil, "", "/", "relative"] as [String?]) func `without any home folder only state and sockets have a place`(
    accountHome: String?
  ) {
    let folders = XDGFolders("app", Environment([:])) { accountHome }
    #expect([folders.configuration, folders.configurationFile, folders.cache, folders.data] == [nil, nil, nil, nil])
    #expect(folders.state == "/tmp/app-\(User.current)")
    #expect(XDGFolders("app", Environment(["XDG_RUNTIME_DIR": "/r"])) { accountHome }.state == "/r/app")
  }

  /// The value of XDG_CONFIG_DIRS, and the folders of the files. One without a folder of the system replaces that.
  @Test(
    arguments: [
      (nil, ["/etc"]), ("", ["/etc"]), ("relative", ["/etc"]), ("/x", ["/x"]), ("/x:/y", ["/x", "/y"]), ("/etcetera", ["/etcetera"]),
      ("/etc/xdg/desktop:/etc/xdg", ["/etc/xdg/desktop", "/etc/xdg", "/etc"]), ("/x:/etc/xdg", ["/x", "/etc/xdg", "/etc"]),
    ] as [(String?, [String])])
  func `files of the system are in etc unless other folders are named`(variable: String?, folders: [String]) {
    let environment = Environment(variable.map { ["HOME": "/h", "XDG_CONFIG_DIRS": $0] } ?? ["HOME": "/h"])
    #expect(XDGFolders("app", environment).systemConfigurationFiles == folders.map { "\($0)/app/config.json" })
  }
}
