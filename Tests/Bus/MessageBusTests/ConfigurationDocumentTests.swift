import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

struct ConfigurationDocumentTests {
  private func read(_ text: String) throws -> (document: ConfigurationDocument?, path: String) {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "config.json")
    let path = folder.file("config.json")
    return (try ConfigurationDocument.readAll(path, environment: Environment(["HOME": "/nowhere"])).first, path)
  }

  @Test(arguments: ["", "\u{FEFF}"]) func `a file is read under its name, with or without a byte-order mark`(mark: String) throws {
    let (document, path) = try read(mark + #"{"log": {"level": "debug"}}"#)
    #expect(document?.path == path)
    #expect(document?.members["log"]?["level"] == "debug")
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
      try ConfigurationDocument.readAll("/nowhere/c", environment: Environment([:])).first
    }
    #expect(error?.description == "cannot read the configuration file /nowhere/c: No such file or directory")
  }

  @Test(arguments: [
    ("{", "is not valid JSON at line 1, column 2: "), ("{\n  \"log\": {\"level\": x}\n}", "is not valid JSON at line 2, column 20: "),
    ("[1]", "must contain one JSON object"), ("\u{FEFF}{", "is not valid JSON at line 1, column 2: "),
    ("\u{FEFF}\u{FEFF}{}", "is not valid JSON at line 1, column 1: "),
    (#"{"a": 1, "a": 2}"#, "sets 'a' a second time at line 1, column 10; remove one of the two"),
    ("{\"log\": {\"level\": \"info\",\n \"level\": \"debug\"}}", "sets 'level' a second time at line 2, column 2; remove one of the two"),
    ("{" + String(repeating: " ", count: 1 << 20) + "}", "larger than 1048576 bytes"),
  ])
  func `an error names the file and the line`(text: String, reason: String) throws {
    let error = #expect(throws: ConfigurationDocument.InvalidFile.self) { try read(text) }
    #expect(error?.description.contains("/config.json") == true)
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }
}
