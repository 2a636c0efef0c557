import MessageBus
import OrderedJSON
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// Language, units, and where they come from.
@Suite struct LanguageTests {
  @Test(arguments: [
    ("show luke --lang de", "Geboren"), ("people --lang de", "männlich"), ("show luke --units imperial", "5′8″"), ("show luke", "172 cm"),
    ("show luke --lang es", "Planeta natal"),
  ]) func recordsAreWorded(line: String, text: String) async throws {
    let rig = Rig()
    try await rig.run(line)
    #expect(rig.output.contains(text), "\(rig.output)")
  }

  @Test func theEnvironmentCountsWhereTheCommandLineIsSilent() async throws {
    let rig = Rig(variables: ["HOLOCRON_UNITS": "imperial", "LANG": "de_DE.UTF-8"])
    try await rig.run("config show --json --units metric")
    let json = try JSON(parsing: rig.output)
    #expect(json["units"] == ["value": "metric", "source": "--units"])
    #expect(json["language"] == ["value": "de", "source": "LANG"])
    #expect(json["theme"]?["source"] == "default")
    #expect(json["bus"] == ["value": "inproc://rig", "source": "XDG_RUNTIME_DIR"])
  }

  @Test func theFileCountsLast() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"explorer": {"units": "imperial", "keys": {"quit": ["q", "x"]}}}"#, to: "config.json")
    let rig = Rig(variables: ["HOLOCRON_CONFIG": directory.file("config.json")])
    try await rig.run("config show")
    #expect(rig.output.contains("units\timperial\t'explorer.units' in \(directory.file("config.json"))\n"))
    #expect(rig.output.contains("keys.quit\tq x\t"))
  }

  /// A wrong setting stops what needs it, and nothing else.
  @Test func aWrongSettingIsNamed() async throws {
    let variables = ["HOLOCRON_UNITS": "imperail"]
    for line in ["show luke", "config show"] {
      let problem = await #expect(throws: Problem.self) { try await Rig(variables: variables).run(line) }
      #expect(problem?.exitCode == .usage)
      #expect(problem?.detail?.contains("HOLOCRON_UNITS") == true)
    }
    for line in ["show luke --json", "help", "status"] { try await Rig(variables: variables).run(line) }
  }

  @Test(arguments: ["people --lang xx", "people --units parsec", "config", "config edit"]) func mistakesAreNamed(line: String) async {
    let problem = await #expect(throws: Problem.self) { try await Rig().run(line) }
    #expect(problem?.exitCode == .usage)
  }
}
