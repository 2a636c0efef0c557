import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

struct ConfigurationDocumentTests {
  static let nowhere = Environment(["HOME": "/nowhere"])

  @Test func `a file is read under its name`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"{"log": {"level": "debug"}}"#, to: "config.json")
    let path = folder.file("config.json")
    let document = try #require(try ConfigurationDocument.readAll(path, environment: Self.nowhere).first)
    #expect(document.path == path)
    #expect(document.members["log"]?["level"] == "debug")
  }

  @Test(arguments: [
    (#"{"a": 1, "a": 2}"#, "'a' a second time at line 1, column 10"),
    ("{\"log\": {\"level\": \"info\",\n \"level\": \"debug\"}}", "'level' a second time at line 2, column 2"),
  ])
  func `a setting that the file has twice is named`(text: String, sentence: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "config.json")
    let path = folder.file("config.json")
    let error = #expect(throws: ConfigurationDocument.InvalidFile.self) {
      try ConfigurationDocument.readAll(path, environment: Self.nowhere).first
    }
    #expect(error?.description == "\(path) sets \(sentence); remove one of the two")
  }

  @Test func `a byte-order mark at the start is ignored`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("\u{FEFF}{\"log\": {\"level\": \"debug\"}}", to: "config.json")
    let document = try #require(try ConfigurationDocument.readAll(folder.file("config.json"), environment: Self.nowhere).first)
    #expect(document.members["log"]?["level"] == "debug")
  }

  @Test func `a file without a name is read in the configuration folder, and may be missing`() throws {
    let folder = try TemporaryDirectory()
    let environment = Environment(["XDG_CONFIG_HOME": folder.path])
    #expect(try ConfigurationDocument.readAll(nil, environment: environment).first?.path == nil)
    try Folder.create(folder.file("holocron"))
    try folder.write("{}", to: "holocron/config.json")
    #expect(try ConfigurationDocument.readAll(nil, environment: environment).first?.path == folder.file("holocron/config.json"))
  }

  @Test func `a named file must exist`() throws {
    let error = #expect(throws: ConfigurationDocument.InvalidFile.self) {
      try ConfigurationDocument.readAll("/nowhere/c", environment: Self.nowhere).first
    }
    #expect(error?.description == "cannot read the configuration file /nowhere/c: No such file or directory")
  }

  @Test(arguments: [
    ("{", "is not valid JSON at line 1, column 2: "), ("{\n  \"log\": {\"level\": x}\n}", "is not valid JSON at line 2, column 20: "),
    ("[1]", "must contain one JSON object"), ("\u{FEFF}{", "is not valid JSON at line 1, column 2: "),
    ("\u{FEFF}\u{FEFF}{}", "is not valid JSON at line 1, column 1: "),
  ])
  func `an error names the file and the line`(text: String, reason: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "config.json")
    let path = folder.file("config.json")
    let error = #expect(throws: ConfigurationDocument.InvalidFile.self) {
      try ConfigurationDocument.readAll(path, environment: Self.nowhere).first
    }
    #expect(error?.description.hasPrefix("\(path) \(reason)") == true, "\(error?.description ?? "")")
  }

  @Test func `a large file is rejected`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("{" + String(repeating: " ", count: 1 << 20) + "}", to: "config.json")
    let path = folder.file("config.json")
    let error = #expect(throws: ConfigurationDocument.InvalidFile.self) {
      try ConfigurationDocument.readAll(path, environment: Self.nowhere).first
    }
    #expect(error?.description == "cannot read the configuration file \(path): larger than 1048576 bytes")
  }
}
