import Client
import Contracts
import Launch
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// Mistakes in settings, and errors that front-ends make themselves, in other languages than English.
@Suite struct SettingLanguageTests {
  private static let translated = Languages.all.filter { $0.code != English().code }

  @Test(arguments: SettingMistake.Form.allCases) func `every mistake in a setting is translated`(form: SettingMistake.Form) {
    let source = SettingSource.merged([.setting("explorer.keys", file: "/a.json"), .setting("explorer.keys", file: "/b.json")])
    let problem = Problem.invalidSetting(
      SettingMistake(form, source, value: "v", words: ["a", "b"], choices: ["dark", "light"]), near: "drak")
    #expect(problem.detail(in: English()) == problem.detail && problem.detail?.contains("/b.json") == true)
    #expect(problem.json["mistake"] == .string(form.rawValue) && problem.json["suggestions"] == ["dark"])
    for language in Self.translated {
      let detail = problem.detail(in: language) ?? ""
      #expect(detail != problem.detail && detail.contains("/a.json") && detail.contains("/b.json"), "\(language.code): \(detail)")
      #expect(problem.title(in: language) == language.describe(ErrorPhrase.invalidSetting))
    }
  }

  /// The example has every member that a detail may need.
  @Test(arguments: FrontEndReason.allCases) func `every error of a front-end is translated`(reason: FrontEndReason) {
    let problem = Problem(503, "a title")
      .explained(
        by: reason,
        [
          "program": "holocron-node", "pid": 7, "processes": ["cache-1"], "services": ["holocron.cache"], "logs": "/logs", "log": "/logs/x",
          "process": "cache-1", "cause": "no disk", "final": true, "stopped": false, "command": "holocron scale", "endpoint": "ipc:///b",
          "request": "GET /people", "version": 9, "supported": 1, "file": "/f", "origin": "http://h/api", "options": "--bus x",
          "field": "--caches", "limit": 1_000, "folder": "/d",
        ])
    #expect(problem.detail != nil && problem.detail(in: English()) == problem.detail)
    for language in Self.translated { #expect(problem.detail(in: language) != problem.detail, "\(language.code)") }
    let bare = Problem(503, "a title", detail: "an English detail", extensions: ["reason": .string(FrontEndReason.stillFinishing.rawValue)])
    #expect(bare.detail(in: German()) == "an English detail")
  }

  @Test func `a fleet that is incomplete says so in the chosen language`() {
    let problem = Problem(503, "the fleet is incomplete", detail: "x")
      .because(.unresponsiveWorker, ["process": "cache-1", "pid": 7, "stopped": true])
    #expect(
      problem.sentence(in: German())
        == "die Flotte ist unvollständig: cache-1 (Prozess 7) ist angehalten; mit kill -CONT 7 fortsetzen oder holocron restart cache-1 "
        + "ausführen")
  }

  @Test(arguments: [
    (#"{"explorer": {"theme": "drak"}}"#, "ungültiger Wert „drak“ für 'explorer.theme' aus "),
    (#"{"explorer": {"keys": {"sort": "q"}}}"#, "sort nimmt quit die Taste q"),
    (#"{"explorer": {"keys": {"sort": "nonsense"}}}"#, "„nonsense“ für sort ist keine Taste"),
    (#"{"explorer": {"them": "dark"}}"#, "unbekannte Einstellung 'explorer.them' aus "),
  ])
  func `doctor names a mistake in the chosen language, and in English as JSON`(file: String, text: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(file, to: "config.json")
    func output(_ line: String) async throws -> String {
      let harness = CommandHarness(variables: ["HOLOCRON_CONFIG": directory.file("config.json")])
      _ = try await harness.run(line)
      return harness.output
    }
    #expect(try await output("doctor --lang de --output plain").contains(text))
    func finding(_ line: String) async throws -> String {
      try #require(try await output(line).split(separator: "\n").first { $0.contains("Configuration") }.map { String($0) })
    }
    #expect(try await finding("doctor --lang de --output jsonl") == finding("doctor --output jsonl"))
    #expect(try await finding("doctor --lang de --output csv") == finding("doctor --output csv"))
  }

  @Test func `a mistake in another setting is a warning in the chosen language`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"explorer": {"language": "fr", "mouse": 3}}"#, to: "config.json")
    let harness = CommandHarness(variables: ["HOLOCRON_CONFIG": directory.file("config.json")])
    try await harness.run("show luke")
    let file = directory.file("config.json")
    #expect(harness.notes.contains("'explorer.mouse' dans \(file) doit être true ou false"), "\(harness.notes)")
  }

  @Test func `a broken file is named in the chosen language`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("{\n  \"explorer\": }", to: "config.json")
    let harness = CommandHarness(variables: ["HOLOCRON_CONFIG": directory.file("config.json")])
    let problem = try #require(await #expect(throws: Problem.self) { try await harness.run("show luke --lang de") })
    #expect(problem.detail(in: German())?.hasPrefix("\(directory.file("config.json")) ist kein gültiges JSON in Zeile 2, ") == true)
  }

  @Test func `a configuration file that cannot be written is named in the chosen language`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("{}", to: "a.json")
    // A file is no folder.
    let path = directory.file("a.json/b.json")
    let harness = CommandHarness(variables: ["HOLOCRON_CONFIG": path])
    let problem = try #require(await #expect(throws: Problem.self) { try await harness.run("config set explorer.theme light") })
    #expect(problem.detail?.hasPrefix("cannot write the configuration file \(path): ") == true, "\(problem)")
    #expect(problem.sentence(in: English()).hasPrefix("the configuration is unchanged: cannot write the configuration file \(path): "))
    #expect(
      problem.sentence(in: German()).hasPrefix(
        "die Konfiguration bleibt unverändert: die Konfigurationsdatei \(path) lässt sich nicht schreiben: "))
  }

  @Test func `a configuration file that cannot be read is named in the chosen language`() async throws {
    let directory = try TemporaryDirectory()
    try Folder.create(directory.file("folder"))
    let path = directory.file("folder")
    let harness = CommandHarness(variables: ["HOLOCRON_CONFIG": path])
    let problem = try #require(await #expect(throws: Problem.self) { try await harness.run("config set explorer.theme light") })
    #expect(problem.status == 400 && problem.detail == "cannot read the configuration file \(path): not a regular file")
    #expect(problem.sentence(in: German()).hasPrefix("ungültige Einstellung: die Konfigurationsdatei \(path) ist nicht lesbar: "))
  }

  /// The first file is too large, and the second would be.
  @Test(arguments: [1 << 20 + 1, 1 << 20]) func `a configuration file that is too large is named in the chosen language`(size: Int)
    async throws
  {
    let directory = try TemporaryDirectory()
    let text = String(repeating: " ", count: size - 2) + "{}"
    try directory.write(text, to: "config.json")
    let path = directory.file("config.json")
    let harness = CommandHarness(variables: ["HOLOCRON_CONFIG": path])
    let problem = try #require(await #expect(throws: Problem.self) { try await harness.run("config set explorer.theme light") })
    #expect(problem.status == 400 && problem.detail == "the configuration file \(path) must not be larger than 1,048,576 bytes")
    #expect(
      problem.sentence(in: German()) == "die Datei ist zu groß: die Konfigurationsdatei \(path) darf höchstens 1.048.576 Bytes groß sein")
    #expect(Files.text(path) == text)
  }

  @Test func `an expression that ends libjq is reported in the chosen language`() {
    #expect(Problem.jqMemoryLimit.sentence(in: German()) == "jq ist gescheitert: der Ausdruck braucht zu viel Arbeitsspeicher")
    #expect(Problem.jqCrash.sentence(in: German()) == "jq ist gescheitert: libjq ist bei der Auswertung des Ausdrucks abgestürzt")
    #expect(Problem.jqCrash.sentence(in: English()) == "jq failed: libjq crashed while it ran the expression")
  }

  @Test func `a file that is no export is refused in the chosen language`() async throws {
    let directory = try TemporaryDirectory()
    for (text, word) in [("", "leer"), ("{}\n", "Kopf"), (#"{"format":"holocron-cache","version":9}"# + "\n", "Version 9")] {
      try directory.write(text, to: "x.jsonl")
      let file = directory.file("x.jsonl")
      let problem = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run("cache import \(file)") })
      #expect(problem.sentence(in: German()).hasPrefix("Import nicht möglich: "))
      #expect(problem.detail(in: German())?.contains(word) == true, "\(problem.sentence(in: German()))")
    }
  }

  @Test(
    arguments: [
      ([:], .standard, "default"),
      (["source": "HOLOCRON_CACHE_BYTES"], .named("HOLOCRON_CACHE_BYTES"), "HOLOCRON_CACHE_BYTES"),
      (["source": "'cache.bytes' in a.json", "file": "a.json"], .setting("cache.bytes", file: "a.json"), "'cache.bytes' in a.json"),
    ] as [(JSON.Object, SettingSource, String)])
  func `the source of a setting of a service is the member that the service prints`(
    printed: JSON.Object, source: SettingSource, text: String
  ) throws {
    var members: JSON.Object = ["key": "cache.bytes", "variable": "HOLOCRON_CACHE_BYTES", "expected": "a size", "default": "64MiB"]
    for member in printed { members[member.name] = member.value }
    let row = SettingsReport.row(try #require(ServiceSetting(.object(members))))
    #expect(row.source == source && row.source.description == text)
  }

  @Test func `a wrong endpoint in a file has its source`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"events": "bad"}"#, to: "config.json")
    let file = directory.file("config.json")
    let environment = Environment(["HOLOCRON_CONFIG": file])
    let problem = #expect(throws: Problem.self) { try BusAddress(bus: nil, environment: environment) }
    #expect(problem?.extensions["field"] == .string("'events' in \(file)"))
    #expect(problem?.extensions["source"].flatMap { SettingSource($0) } == .setting("events", file: file))
  }
}
