import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText
import TestSupport
import Testing

@testable import CommandLine

/// Language and units, and their sources.
@Suite struct LanguageTests {
  @Test(arguments: [
    ("show luke --lang de", "Geboren"), ("people --lang de", "männlich"), ("show luke --units imperial", "5′8″"), ("show luke", "172 cm"),
    ("show luke --lang es", "Planeta natal"), ("crawl IV --lang fr", "Épisode IV"),
  ]) func `records are printed in the chosen language and units`(line: String, text: String) async throws {
    let harness = CommandHarness()
    try await harness.run(line)
    #expect(harness.output.contains(text), "\(harness.output)")
  }

  @Test func `notes, errors and the status speak the chosen language`() async throws {
    let list = CommandHarness(columns: 80)
    try await list.run("people --lang de")
    #expect(list.notes == "Seite 1 von 9, 82 Personen; nächste Seite: --page 2, alle Seiten: --all\n")
    let status = CommandHarness(columns: 80)
    try await status.run("status --lang de")
    #expect(status.output.contains("DIENST"), "\(status.output)")
    #expect(status.output.contains("Anfragen") && status.output.contains("Dienste"), "\(status.output)")
    let problem = Problem(503, "no bus is running", type: ProblemType.noBus)
    let report = ProblemReport(problem, of: "holocron", on: .file, in: German()).text.text
    #expect(report == "holocron: kein Bus läuft\n  Alles starten: holocron up\n")
  }

  @Test(arguments: [
    ("people --bogus", "--bogus"), ("help peepel", "peepel"), ("status now", "now"), ("show", "holocron show KIND/NAME"),
    ("show nobodyatall", "nobodyatall"), ("show sky", "4"), ("people --page", "--page"), ("people --page x", "x"),
    ("search luke --limit 0", "500"), ("people --output xml", "jsonl"), ("people --timeout never", "never"),
    ("top --interval 0", "--interval"),
    ("logs --lines x", "--lines"), ("crawl --timeout", "--timeout"), ("search kind:", "kind:"), ("people --search", "--search"),
  ])
  func `common errors are in the chosen language`(line: String, word: String) async throws {
    let problem = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run(line) })
    let english = ProblemReport(problem, of: "holocron", on: .file, in: English()).text.text.split(separator: "\n")[0]
    #expect(english.contains(problem.detail ?? "?"))
    for language in Languages.all where language.code != English().code {
      let text = ProblemReport(problem, of: "holocron", on: .file, in: language).text.text
      #expect(text.contains(word) && !text.contains(english.dropFirst("holocron: ".count)), "\(language.code): \(text)")
      #expect(problem.detail(in: language) != problem.detail, "\(language.code)")
    }
  }

  @Test func `the JSON of an invalid value names the valid ones`() async throws {
    let range = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run("people --page 0") }).json
    #expect(range["mistake"] == "invalid-value" && range["field"] == "--page" && range["value"] == "0")
    #expect(range["minimum"] == 1 && range["maximum"] == 999_999_999 && range["choices"] == nil)
    let unlimited = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run("top --count x") }).json
    #expect(unlimited["minimum"] == 0 && unlimited["maximum"] == nil)
    let choices = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run("people --color") }).json
    #expect(choices["mistake"] == "missing-value" && choices["choices"] == ["auto", "always", "never"])
    let timeout = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run("people --timeout never") })
    #expect(timeout.json["exclusiveMinimum"] == 0 && timeout.json["maximum"] == 86_400 && timeout.json["unit"] == "s")
    #expect(timeout.detail == "invalid value 'never' for --timeout: expected a number of seconds greater than 0, at most 86400")
  }

  @Test(arguments: ["search -d", "search --drk 5", "show -r2", "people -x"]) func `text that begins with a dash needs two`(line: String)
    async throws
  {
    let problem = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run(line) })
    let word = line.split(separator: " ")[1].prefix(line.contains("--") ? 5 : 2)
    let command = line.split(separator: " ")[0]
    let advice = command == "people" ? [] : ["Text that begins with - needs -- before it: holocron \(command) -- \(word)"]
    #expect(problem.detail == "unknown option \(word)" && problem.advice() == advice)
  }

  @Test(arguments: Languages.all.map(\.code)) func `advice names the same commands in every language`(code: String) throws {
    let language = try #require(Languages.matching(code))
    let phrases: [CommandPhrase] = [
      .startEverything("holocron up"), .listWorkers("holocron status"), .didYouMean(["a", "b", "c"]),
      .page(2, of: 9, records: "82 x", next: 3), .allowMoreTime(option: "--timeout", load: "holocron status"),
      .repeatLostRequest(option: "--largest-message"), .originFallback("holocron down", "holocron up"),
      .dashes(example: "holocron search -- -d"), .busWithoutWorkers("holocron up"), .running(["cache", "search × 2"]),
      .bestOnly(2, of: 12, option: "--limit 12"), .checkAddress, .listOptions("holocron-tui --help"),
    ]
    for (phrase, word) in zip(
      phrases,
      [
        "holocron up", "holocron status", "b", "--page 3", "--timeout", "--largest-message", "holocron up", "holocron search -- -d",
        "holocron up", "search × 2", "--limit 12", "HOLOCRON_BUS", "holocron-tui --help",
      ])
    {
      #expect(language.say(phrase).contains(word))
    }
    #expect(Set(ErrorPhrase.allCases.map { language.describe($0) }).count == ErrorPhrase.allCases.count)
  }

  @Test func `options override the environment`() async throws {
    let harness = CommandHarness(variables: ["HOLOCRON_UNITS": "imperial", "LANG": "de_DE.UTF-8"])
    try await harness.run("config show --json --units metric")
    let rows = try JSON(parsing: harness.output).array ?? []
    #expect(rows.contains(["name": "explorer.units", "value": "metric", "source": "--units"]))
    #expect(rows.contains(["name": "explorer.language", "value": "de", "source": "LANG"]))
    #expect(rows.first == ["name": "bus", "value": "inproc://harness", "source": "XDG_RUNTIME_DIR"])
  }

  @Test func `the environment overrides the configuration file`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"explorer": {"units": "imperial", "keys": {"quit": ["q", "x"]}}}"#, to: "config.json")
    let harness = CommandHarness(variables: ["HOLOCRON_CONFIG": directory.file("config.json")])
    try await harness.run("config show")
    #expect(harness.output.contains("explorer.units\timperial\t'explorer.units' in \(directory.file("config.json"))\n"))
    #expect(harness.output.contains("explorer.keys.quit\tq x\t"))
  }

  @Test func `a key that an action takes from another is reported`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"explorer": {"keys": {"sort": "q"}}}"#, to: "config.json")
    let variables = ["HOLOCRON_CONFIG": directory.file("config.json")]
    let harness = CommandHarness(variables: variables)
    try await harness.run("config show")
    #expect(harness.notes.hasSuffix(": sort takes q from quit\n"))
    let doctor = CommandHarness(variables: variables)
    _ = try await doctor.run("doctor --json")
    let finding = try JSON(parsing: doctor.output).array?.first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == "warn")
    #expect(finding?["message"]?.string?.hasSuffix(": sort takes q from quit") == true)
  }

  @Test func `an invalid setting fails only commands that need it`() async throws {
    let variables = ["HOLOCRON_UNITS": "imperail"]
    for line in ["show luke", "config show"] {
      let problem = await #expect(throws: Problem.self) { try await CommandHarness(variables: variables).run(line) }
      #expect(problem?.exitCode == .usage)
      #expect(problem?.detail?.contains("HOLOCRON_UNITS") == true)
    }
    for line in ["show luke --json", "help", "status"] { try await CommandHarness(variables: variables).run(line) }
  }

  static let mistakes = [
    (
      #"{"explorer": {"them": "dark", "units": "imperial"}}"#, "unknown setting 'explorer.them' in",
      ": choose one of theme, language, units, mouse, motion, absent, complete, keys"
    ),
    (#"{"explorer": {"theme": "drak", "units": "imperial"}}"#, "invalid value 'drak' for 'explorer.theme' in", ", none"),
    (#"{"explorer": {"keys": {"srot": "s"}, "units": "imperial"}}"#, "'explorer.keys.srot' in", ""),
  ]

  @Test(arguments: mistakes)
  func `a mistake in a setting that only the explorer needs is a warning`(file: String, mistake: String, choices: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(file, to: "config.json")
    let variables = ["HOLOCRON_CONFIG": directory.file("config.json")]
    func warnings(_ harness: CommandHarness) -> [Substring] {
      harness.notes.split(separator: "\n").filter { $0.hasPrefix("holocron: warning: ") }
    }
    for line in ["show luke", "people", "search tatoine", "compare luke leia"] {
      let harness = CommandHarness(variables: variables)
      #expect(try await harness.run(line) == .success)
      let found = warnings(harness)
      #expect(found.count == 1, "\(line)")
      #expect(found.first?.hasPrefix("holocron: warning: \(mistake) \(directory.file("config.json"))") == true, "\(line): \(harness.notes)")
      #expect(found.first?.hasSuffix(choices) == true, "\(line): \(harness.notes)")
    }
    for line in ["show luke --json", "status", "help", "show luke --quiet"] {
      let harness = CommandHarness(variables: variables)
      try await harness.run(line)
      #expect(warnings(harness).isEmpty, "\(line)")
    }
    let shown = CommandHarness(variables: variables)
    try await shown.run("show luke")
    #expect(shown.output.contains("5′8″"))
    // The default replaces an invalid theme; the explorer cannot start with other mistakes.
    let isFatal = !mistake.contains("explorer.theme")
    let settings = CommandHarness(variables: variables)
    if isFatal {
      await #expect(throws: Problem.self) { try await settings.run("config show") }
    } else {
      #expect(try await settings.run("config show") == .success)
      #expect(warnings(settings).count == 1)
    }
    let doctor = CommandHarness(variables: variables)
    let code = try await doctor.run("doctor --json")
    // Whether a folder can be made in / is up to the user.
    #expect(!isFatal || code == .failure)
    let finding = try JSON(parsing: doctor.output).array?.first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == (isFatal ? "fail" : "warn"))
    #expect(finding?["message"]?.string?.hasPrefix(mistake) == true)
  }

  @Test(arguments: ["people --lang xx", "people --units parsec", "config", "config git"])
  func `invalid languages, units and subcommands are errors`(line: String) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(problem?.exitCode == .usage)
  }
}
