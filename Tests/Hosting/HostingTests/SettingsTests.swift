import Logging
import MessageBus
import TestSupport
import Testing

@testable import Hosting

/// Flags, then the environment, then the file, then the default.
struct SettingsTests {
  static let grace = Setting("broker.grace", .duration(.zero ... .seconds(60)), standard: .seconds(2), "How long")
  static let limit = Setting("broker.queue-limit", flag: "queue-limit", .integer(1...100), standard: 10, "How many")
  static let loud = Setting("log.loud", .flag, standard: false, "Whether")

  /// A home of its own, so that the user's own configuration file does not count.
  private func reader(flags: [GivenFlag] = [], environment: [String: String] = [:], file: String? = nil) throws -> SettingsReader {
    let directory = try TemporaryDirectory()
    if let file { try directory.write(file, to: "config.json") }
    return try SettingsReader(
      flags: flags, environment: environment.merging(["HOME": directory.path]) { given, _ in given },
      file: file == nil ? nil : directory.file("config.json"))
  }

  @Test func theFirstSourceThatNamesASettingDecides() throws {
    let flag = [Self.grace.given("1s")]
    let environment = ["HOLOCRON_BROKER_GRACE": "3s"]
    let file = #"{"broker": {"grace": "4s"}}"#
    #expect(try reader(flags: flag, environment: environment, file: file).value(Self.grace) == .seconds(1))
    #expect(try reader(flags: [Self.grace.given(nil)], environment: environment, file: file).value(Self.grace) == .seconds(3))
    #expect(try reader(environment: ["HOLOCRON_BROKER_GRACE": ""], file: file).value(Self.grace) == .seconds(4))
    #expect(try reader().value(Self.grace) == .seconds(2))
  }

  @Test func eachSourceHasItsName() throws {
    #expect(try reader(flags: [Self.limit.given("3")]).source(of: Self.limit) == "--queue-limit")
    #expect(try reader(environment: ["HOLOCRON_BROKER_QUEUE_LIMIT": "3"]).source(of: Self.limit) == "HOLOCRON_BROKER_QUEUE_LIMIT")
    let file = try reader(file: #"{"broker": {"queue-limit": 3}}"#)
    #expect(try file.value(Self.limit) == 3)
    #expect(file.source(of: Self.limit)?.hasPrefix("'broker.queue-limit' in /") == true)
    #expect(try reader().source(of: Self.limit) == nil)
  }

  @Test(arguments: [
    (#"{"broker": {"queue-limit": 7}}"#, 7), (#"{"broker.queue-limit": "7"}"#, 7), (#"{"broker": {"queue-limit": null}}"#, 10),
    (#"{"other": {"deep": {"thing": true}}}"#, 10),
    (#"{"explorer": {"keys": {"sort": ["s", "ctrl-s"]}, "mouse": false}, "broker": {"queue-limit": 7}}"#, 7),
  ])
  func filesNestOrDot(file: String, expected: Int) throws {
    #expect(try reader(file: file).value(Self.limit) == expected)
  }

  @Test func aWrongValueIsAnErrorThatNamesSourceTextAndForm() throws {
    let reader = try reader(environment: ["HOLOCRON_BROKER_QUEUE_LIMIT": "101"], file: #"{"broker": {"queue-limit": 5}}"#)
    let error = #expect(throws: HostError.self) { try reader.value(Self.limit) }
    #expect(error?.code == .usage)
    #expect(error?.message == "HOLOCRON_BROKER_QUEUE_LIMIT is '101': write a whole number from 1 to 100")
  }

  @Test(arguments: [
    ("[1]", "must hold one JSON object"), ("{", "is not valid JSON"), (#"{"broker": {"grace": ["1s"]}}"#, "'broker.grace' in"),
  ])
  func aWrongFileIsAnErrorThatNamesIt(file: String, part: String) throws {
    let error = #expect(throws: HostError.self) { try reader(file: file) }
    #expect(error?.code == .usage)
    #expect(error?.message.contains(part) == true)
    #expect(error?.message.contains("config.json") == true)
  }

  @Test func aFileThatIsNamedMustExist() throws {
    let error = #expect(throws: HostError.self) { try SettingsReader(environment: ["HOLOCRON_CONFIG": "/nowhere/config.json"]) }
    #expect(error?.message == "the configuration file /nowhere/config.json cannot be read: No such file or directory")
  }

  @Test(arguments: [
    (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/holocron/config.json"),
    (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/holocron/config.json"),
    (["HOME": "/h"], "/h/.config/holocron/config.json"),
  ])
  func theFileIsWhereXDGSays(environment: [String: String], expected: String) {
    #expect(ConfigFile.standardPath(environment: environment) == expected)
  }

  @Test(arguments: [("true", true), ("on", true), ("YES", true), ("1", true), ("false", false), ("0", false), ("off", false)])
  func booleans(text: String, expected: Bool) throws {
    #expect(try reader(environment: ["HOLOCRON_LOG_LOUD": text]).value(Self.loud) == expected)
  }

  @Test func aFlagWithoutAValueMeansTrueOrNothing() throws {
    #expect(try reader(flags: [Self.loud.given(true)]).value(Self.loud))
    #expect(try reader(flags: [Self.loud.given(false)], environment: ["HOLOCRON_LOG_LOUD": "true"]).value(Self.loud))
  }

  @Test func theHostReadsEndpointsLevelsAndFormats() throws {
    let reader = try reader(environment: [
      "HOLOCRON_BUS": "tcp://127.0.0.1:5555", "HOLOCRON_LOG_LEVEL": "DEBUG", "HOLOCRON_LOG_FORMAT": "json", "HOLOCRON_DRAIN_TIMEOUT": "1s",
    ])
    #expect(try reader.value(HostSettings.bus) == Endpoint("tcp://127.0.0.1:5555"))
    #expect(try reader.value(HostSettings.logLevel) == .debug)
    #expect(try reader.value(HostSettings.logFormat) == .json)
    #expect(try reader.value(HostSettings.drainTimeout) == .seconds(1))
    #expect(try reader.value(HostSettings.events) == nil)
  }

  @Test func helpNamesPurposeDefaultAndVariable() {
    #expect(Self.grace.helpText == "How long (default: 2s; HOLOCRON_BROKER_GRACE)")
    #expect(HostSettings.bus.helpText.hasSuffix("(HOLOCRON_BUS)"))
  }
}
