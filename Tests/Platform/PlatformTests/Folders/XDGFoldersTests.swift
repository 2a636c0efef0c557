import Platform
import Testing

@Suite struct XDGFoldersTests {
  @Test func `folders are below the home folder by default`() {
    let folders = XDGFolders(Environment(["HOME": "/h"]))
    #expect(folders.configuration == "/h/.config/holocron")
    #expect(folders.configurationFile == "/h/.config/holocron/config.json")
    #expect(folders.cache == "/h/.cache/holocron")
    #expect(folders.data == "/h/.local/share/holocron")
    #expect(folders.state == "/h/.local/state/holocron")
    #expect(folders.runtime(user: 7) == "/tmp/holocron-7")
  }

  @Test func `variables name other folders`() {
    let folders = XDGFolders(
      Environment([
        "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s",
        "XDG_RUNTIME_DIR": "/r",
      ]))
    #expect(
      [folders.configuration, folders.cache, folders.data, folders.state, folders.runtime()]
        == ["/c/holocron", "/k/holocron", "/d/holocron", "/s/holocron", "/r/holocron"])
  }

  @Test(arguments: ["relative", "", "~/x"]) func `relative paths are ignored`(path: String) {
    let folders = XDGFolders(Environment(["HOME": "/h", "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "XDG_RUNTIME_DIR": path]))
    #expect(folders.configuration == "/h/.config/holocron")
    #expect(folders.state == "/h/.local/state/holocron")
    #expect(folders.runtime(user: 7) == "/tmp/holocron-7")
  }

  @Test(arguments: [[:], ["HOME": "h"], ["HOME": ""]]) func `without a home folder only the state has a place`(variables: [String: String])
  {
    let folders = XDGFolders(Environment(variables))
    #expect([folders.configuration, folders.configurationFile, folders.cache, folders.data] == [nil, nil, nil, nil])
    #expect(folders.state == "/.local/state/holocron")
  }
}
