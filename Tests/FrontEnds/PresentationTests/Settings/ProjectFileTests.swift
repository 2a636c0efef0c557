import Foundation
import Localization
import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import Presentation

@Suite struct ProjectFileTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = Environment([
      "HOME": directory.file("home"), "XDG_CONFIG_HOME": directory.file("home/.config"), "XDG_CONFIG_DIRS": directory.file("system"),
    ])
    for folder in ["home/work/inner", "home/.config/holocron", "system/holocron"] { try Folder.create(directory.file(folder)) }
  }

  private func read(_ folder: String = "home/work/inner") throws(Problem) -> ConfigurationFiles {
    try ConfigurationFiles.read(environment: environment, folder: directory.file(folder))
  }

  private func write(_ text: String, _ path: String, mode: UInt32 = 0o644) throws {
    try directory.write(text, to: path)
    try FileSystem.setMode(mode, of: directory.file(path))
  }

  @Test func `the nearest file is found, but not that of the home folder`() throws {
    #expect(try read().files.isEmpty)
    try write("{}", "home/.holocron.json")
    #expect(try read().files.isEmpty && read("home").files.isEmpty)
    try write("{}", "home/work/.holocron.json")
    #expect(try read().files.map(\.path) == [directory.file("home/work/.holocron.json")])
    try write("{}", "home/work/inner/.holocron.json")
    #expect(try read().files.map(\.path) == [directory.file("home/work/inner/.holocron.json")])
  }

  @Test func `project, user and system come in this order`() throws {
    try write(
      #"{"explorer": {"theme": "light", "units": "imperial", "language": "de", "keys": {"quit": "x", "sort": "z"}}}"#,
      "system/holocron/config.json")
    try write(#"{"explorer": {"theme": "none", "units": "metric", "keys": {"quit": "y"}}}"#, "home/.config/holocron/config.json")
    try write(#"{"explorer": {"theme": "dark"}}"#, "home/work/.holocron.json")
    let preferences = try Preferences(files: read())
    let (project, user, system) = ("home/work/.holocron.json", "home/.config/holocron/config.json", "system/holocron/config.json")
    let expected = [
      ("theme", "dark", project), ("units", "metric", user), ("language", "de", system), ("keys.quit", "y", user),
      ("keys.sort", "z", system),
    ]
    for (name, value, file) in expected {
      let source = SettingSource.setting("explorer.\(name)", file: directory.file(file))
      #expect(preferences.rows.contains(SettingRow(name: "explorer.\(name)", value: value, source: source)), "\(name)")
    }
  }

  @Test func `a project cannot name a file as its theme`() throws {
    try write(#"{"explorer": {"theme": "../../secret.json", "units": "imperial"}}"#, "home/work/.holocron.json")
    let files = try read()
    let preferences = try Preferences(files: files)
    #expect(preferences[.theme].source == .standard && preferences.units == .imperial && files.ignored.count == 1)
  }

  @Test func `a project sets only how things are shown`() throws {
    let path = directory.file("home/work/.holocron.json")
    let text = #"{"bus": "tcp://127.0.0.1:1", "fetch": {"origin": "http://x"}, "explorer": {"keys": {"quit": "j"}, "units": "imperial"}}"#
    try write(text, "home/work/.holocron.json")
    let files = try read()
    #expect(
      files.ignored.map { $0.prefix { $0 != ":" } }
        == ["bus", "fetch.origin", "explorer.keys"].map { "'\($0)' in \(path) is ignored" })
    let preferences = try Preferences(files: files)
    #expect(preferences.units == .imperial && preferences.keys.isEmpty)
  }

  @Test func `a file that others could have written is ignored and named`() throws {
    let path = directory.file("home/work/.holocron.json")
    try write(#"{"explorer": {"units": "imperial"}}"#, "home/work/.holocron.json", mode: 0o666)
    let files = try read()
    #expect(files.files.isEmpty && files.ignored == ["\(path) is ignored: other users can write to it; run chmod go-w on it"])
  }

  static let statuses: [(FileStatus, String?)] = [
    (FileStatus(kind: .regular, owner: 1_000, mode: 0o644), nil),
    (FileStatus(kind: .regular, owner: 4_000_001, mode: 0o644), "it belongs to user 4000001"),
    (FileStatus(kind: .regular, owner: 1_000, mode: 0o664), "other users can write to it; run chmod go-w on it"),
    (FileStatus(kind: .regular, owner: 1_000, mode: 0o644, linkOwner: 4_000_001), "it belongs to user 4000001"),
    (FileStatus(kind: .regular, owner: 1_000, mode: 0o600, linkOwner: 1_000), nil),
    (FileStatus(kind: .other, owner: 1_000, mode: 0o600), "it is not a regular file"),
    (FileStatus(kind: .folder, owner: 1_000, mode: 0o700), "it is not a regular file"),
  ]

  @Test(arguments: statuses) func `owner, type and permissions decide about trust`(status: FileStatus, reason: String?) {
    #expect(ProjectFile.distrust(status, user: 1_000) == reason)
  }

  @Test(.timeLimit(.minutes(5))) func `the file that HOLOCRON_CONFIG names must be a file`() throws {
    let path = directory.file("c.json")
    func detail() -> String? {
      #expect(throws: Problem.self) { try ConfigurationFiles.read(environment: Environment(["HOLOCRON_CONFIG": path])) }?.detail
    }
    #expect(detail() == "cannot read the configuration file \(path): No such file or directory")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(detail() == "cannot read the configuration file \(path): not a regular file")
  }

  @Test func `a mistake names the file and the line`() throws {
    try write("{\n  \"explorer\": }", "home/work/.holocron.json")
    let problem = #expect(throws: Problem.self) { try read() }
    #expect(problem?.detail?.hasPrefix("\(directory.file("home/work/.holocron.json")) is not valid JSON at line 2") == true)
  }
}
