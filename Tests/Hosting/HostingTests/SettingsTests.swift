import Logging
import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import Hosting

/// Tests of the order of sources: command line, environment, file, default.
struct SettingsTests {
  static let grace = Setting("broker.grace", .duration(.zero ... .seconds(60)), default: .seconds(2), "How long")
  static let limit = Setting("broker.queue-limit", flag: "queue-limit", .integer(1...100), default: 10, "How many")
  static let group = [SettingsGroup([grace, limit])]
  static let loud = Setting("log.loud", .flag, default: false, "Whether")

  /// Creates a reader with a temporary home, so that the user's configuration file is not read.
  private func reader(options: [String: String] = [:], environment: [String: String] = [:], file: String? = nil) throws -> SettingsReader {
    let directory = try TemporaryDirectory()
    if let file { try directory.write(file, to: "config.json") }
    return try SettingsReader(
      Self.group, options: options, environment: environment.merging(["HOME": directory.path]) { given, _ in given },
      file: file == nil ? nil : directory.file("config.json"))
  }

  @Test func `the first source that has a value wins`() throws {
    let environment = ["HOLOCRON_BROKER_GRACE": "3s"]
    let file = #"{"broker": {"grace": "4s"}}"#
    #expect(try reader(options: ["grace": "1s"], environment: environment, file: file).value(Self.grace) == .seconds(1))
    #expect(try reader(environment: environment, file: file).value(Self.grace) == .seconds(3))
    #expect(try reader(environment: ["HOLOCRON_BROKER_GRACE": ""], file: file).value(Self.grace) == .seconds(4))
    #expect(try reader().value(Self.grace) == .seconds(2))
  }

  @Test func `the file of the user takes precedence over that of the system`() throws {
    let directory = try TemporaryDirectory()
    for folder in ["home/.config/holocron", "system/holocron"] { try Folder.create(directory.file(folder)) }
    try directory.write(#"{"broker": {"grace": "3s"}}"#, to: "home/.config/holocron/config.json")
    try directory.write(#"{"broker": {"grace": "4s", "queue-limit": 7}}"#, to: "system/holocron/config.json")
    let environment = ["HOME": directory.file("home"), "XDG_CONFIG_DIRS": directory.file("system")]
    let reader = try SettingsReader(Self.group, environment: environment)
    #expect(try reader.value(Self.grace) == .seconds(3) && reader.value(Self.limit) == 7)
    #expect(reader.source(of: Self.limit) == "'broker.queue-limit' in \(directory.file("system/holocron/config.json"))")
    let described = reader.description["settings"]?.array
    #expect(described?.first?["key"] == "broker.grace" && described?.first?["value"] == "3s" && described?.first?["default"] == "2s")
    #expect(described?.last?["file"] == .string(directory.file("system/holocron/config.json")))
    try directory.write(#"{"broker": {"grcae": "4s"}}"#, to: "system/holocron/config.json")
    let mistaken = try SettingsReader(Self.group, environment: environment)
    let error = #expect(throws: HostError.self) { try mistaken.check() }
    #expect(error?.message.contains("'broker.grcae' in \(directory.file("system"))") == true)
  }

  @Test(arguments: [
    (#"{"broker": {"queue-limit": 7}}"#, 7), (#"{"broker.queue-limit": "7"}"#, 7), (#"{"broker": {"queue-limit": null}}"#, 10),
    (#"{"other": {"deep": {"thing": true}}}"#, 10),
    (#"{"explorer": {"keys": {"sort": ["s", "ctrl-s"]}, "mouse": false}, "broker": {"queue-limit": 7}}"#, 7),
  ])
  func `keys in files are nested or dotted`(file: String, expected: Int) throws {
    #expect(try reader(file: file).value(Self.limit) == expected)
  }

  @Test func `an error for an invalid value names the source, the text and the expected syntax`() throws {
    let reader = try reader(environment: ["HOLOCRON_BROKER_QUEUE_LIMIT": "101"], file: #"{"broker": {"queue-limit": 5}}"#)
    let error = #expect(throws: HostError.self) { try reader.value(Self.limit) }
    #expect(error?.code == .usage)
    #expect(error?.message == "invalid value '101' for HOLOCRON_BROKER_QUEUE_LIMIT: expected a whole number from 1 to 100")
  }

  /// A value may be invalid in a section that the program reads late, or only in part.
  @Test func `a check reads all settings of the program`() throws {
    try reader(file: #"{"broker": {"grace": "1s", "queue-limit": 7}, "cache": {"lifetime": "x"}}"#).check()
    let error = #expect(throws: HostError.self) { try reader(file: #"{"broker": {"grace": "xx"}}"#).check() }
    #expect(error?.code == .usage)
    #expect(error?.message.hasPrefix("invalid value 'xx' for 'broker.grace' in /") == true)
  }

  @Test(arguments: [
    (#"{"broker": {"grcae": "1s"}}"#, "broker.grcae", "broker.grace, broker.queue-limit"),
    (#"{"broker": "1s"}"#, "broker", "broker.grace, broker.queue-limit"),
    (#"{"worker": {"credits": 5}}"#, "worker.credits", "worker.credit"),
  ])
  func `a check rejects unknown names in the sections of the program`(file: String, name: String, choices: String) throws {
    let reader = try reader(file: file)
    let error = #expect(throws: HostError.self) { try reader.check() }
    #expect(error?.code == .usage)
    #expect(error?.message.hasPrefix("unknown setting '\(name)' in /") == true)
    #expect(error?.message.hasSuffix(": choose one of \(choices)") == true)
  }

  @Test func `a check skips sections of other programs`() throws {
    let file = #"{"cache": {"lifetme": "1d"}, "explorer": {"theme": "light"}, "mine": {"x": true}, "bus.heartbeat": "2s"}"#
    try reader(file: file).check()
  }

  @Test(arguments: [
    ("[1]", "must contain one JSON object"), ("{", "config.json is not valid JSON at line 1, column "),
    (#"{"broker": {"grace": [1]}}"#, "'broker.grace' in"),
  ])
  func `an error for an invalid file names the file`(file: String, part: String) throws {
    let error = #expect(throws: HostError.self) { try reader(file: file) }
    #expect(error?.code == .usage)
    #expect(error?.message.contains(part) == true)
    #expect(error?.message.contains("config.json") == true)
  }

  @Test func `a configuration file given by name must exist`() throws {
    let error = #expect(throws: HostError.self) { try SettingsReader(environment: ["HOLOCRON_CONFIG": "/nowhere/config.json"]) }
    #expect(error?.message == "cannot read the configuration file /nowhere/config.json: No such file or directory")
  }

  @Test(arguments: [("true", true), ("on", true), ("YES", true), ("1", true), ("false", false), ("0", false), ("off", false)])
  func `a boolean has several spellings`(text: String, expected: Bool) throws {
    #expect(try reader(environment: ["HOLOCRON_LOG_LOUD": text]).value(Self.loud) == expected)
  }

  @Test(arguments: [
    (#"["a", "b,c"]"#, ["a", "b", "c"]), (#""a, b""#, ["a", "b"]), (#"["a"]"#, ["a"]),
  ])
  func `a list in the file is the same as a repeated option`(value: String, expected: [String]) throws {
    let setting = Setting("fetch.names", .list("names", valueName: "name"), default: [], "Set names")
    let directory = try TemporaryDirectory()
    try directory.write(#"{"fetch": {"names": \#(value)}}"#, to: "config.json")
    let reader = try SettingsReader(environment: [:], file: directory.file("config.json"))
    #expect(try reader.value(setting) == expected)
    let empty = try SettingsReader(options: ["names": "a,"], environment: [:])
    #expect(throws: HostError.self) { try empty.value(setting) }
  }
}
