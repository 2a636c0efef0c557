import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing
import Text

@testable import CommandLine

/// Language and units, and their sources.
@Suite struct LanguageTests {
  @Test(arguments: [
    ("show luke --lang de", ["Geboren"]), ("people --lang de", ["männlich"]), ("show luke --units imperial", ["5′8″"]),
    ("show luke", ["172 cm"]), ("show luke --lang es", ["Planeta natal"]), ("crawl IV --lang fr", ["Épisode IV"]),
    ("people --lang de", ["Seite 1 von 9, 82 Personen; nächste Seite: --page 2, alle Seiten: --all\n"]),
    ("search tatoine --lang de", ["NAME", "EINTRAG", "GEFUNDEN IN", "240 von 260"]),
    ("history --lang fr", ["L’historique des recherches est vide."]), ("path luke to leia organa --lang de", ["ÜBER", "Schritte"]),
    ("suggest qqqq --lang ja", ["一致する名前はありません"]), ("favourites --lang ja", ["お気に入り"]),
    ("quiz people --questions 1 --lang de", ["1 von 1  "]),
    // Help, configuration, processes and findings are in English.
    ("help random --lang de", ["Show a random record"]), ("config path --lang es", ["SCOPE", "PATH"]),
    ("status --lang de", ["SERVICE", "Services"]), ("doctor --lang de", ["Configuration"]), ("usage --lang fr", ["the counters are off"]),
  ])
  func `what people look at is in the chosen language and units`(line: String, words: [String]) async throws {
    let harness = try await CommandHarness.ran(line, columns: 100)
    for word in words { #expect((harness.output + harness.notes).contains(word), "\(word): \(harness.output)\(harness.notes)") }
  }

  @Test func `the progress is in the chosen language`() {
    let line = ProgressBoard.text("lese people", (65, 260), .seconds(2), columns: 79, in: German())
    #expect(line.hasSuffix("65/260  33/s  noch 6 s"))
    #expect(ProgressBoard.text("x", nil, .seconds(3), columns: 79, in: Japanese()) == "x  3秒")
  }

  @Test(arguments: [("show nobodyatall", "nobodyatall"), ("show sky", "4")])
  func `common errors are in the chosen language`(line: String, word: String) async throws {
    let problem = try #require(await #expect(throws: Problem.self) { try await CommandHarness().run(line) })
    for language in Languages.all where language.code != English().code {
      let text = problem.report(by: "holocron", on: .file, in: language).text
      #expect(text.contains(word) && problem.detail(in: language) != problem.detail, "\(language.code): \(text)")
    }
  }

  /// A problem of a type with every member that a detail may need.
  private static func problem(_ reason: ProblemReason?, type: String = ProblemType.origin) -> Problem {
    var problem = Problem(
      503, "a title", detail: "an English detail", type: type,
      extensions: [
        "service": "holocron.cache", "origin": "http://h/api", "originStatus": 500, "request": "GET /people", "limit": 5,
        "endpoint": "ipc:///b", "page": 9, "pages": 3, "subject": "people/1", "from": "people/1", "to": "films/1",
        "name": "height", "instead": "height>1", "maximum": 3, "kinds": ["people", "planets"],
      ])
    problem.reason = reason
    return problem
  }

  /// Overload is a matter of processes.
  private static let reasonsInEnglish: Set<ProblemReason> = [
    .queueFull, .clientFull, .brokerFull, .slowClient, .cacheBusy, .originBusy, .searchBusy,
  ]

  @Test(arguments: ProblemReason.allCases) func `the detail of a common reason is translated`(reason: ProblemReason) {
    let problem = Self.problem(reason)
    for language in Languages.all where language.code != English().code {
      #expect((problem.detail(in: language) == problem.detail) == Self.reasonsInEnglish.contains(reason), "\(language.code)")
    }
    #expect(problem.detail(in: English()) == "an English detail")
  }

  @Test func `a detail of another version, or without the members that it needs, stays as it is`() {
    var problem = Problem(503, "x", detail: "an English detail", type: ProblemType.origin, extensions: ["origin": "http://h/api"])
    #expect(problem.detail(in: German()) == "an English detail")
    problem.extensions["reason"] = "of-the-future"
    #expect(problem.detail(in: German()) == "an English detail")
    problem.reason = .errorStatus
    #expect(problem.detail(in: German()) == "an English detail")
    problem.extensions["originStatus"] = 502
    #expect(problem.detail(in: German()) == "http://h/api hat mit Status 502 geantwortet")
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

  @Test func `options override the environment`() async throws {
    let harness = try await CommandHarness.ran(
      "config show --json --units metric", variables: ["HOLOCRON_UNITS": "imperial", "LANG": "de_DE.UTF-8"])
    let rows = try JSON(parsing: harness.output).array ?? []
    #expect(rows.contains(["name": "explorer.units", "value": "metric", "source": "--units"]))
    #expect(rows.contains(["name": "explorer.language", "value": "de", "source": "LANG"]))
    #expect(rows.first == ["name": "bus", "value": "inproc://harness", "source": "XDG_RUNTIME_DIR"])
  }

  @Test func `the environment overrides the configuration file`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"explorer": {"units": "imperial", "keys": {"quit": ["q", "x"]}}}"#, to: "config.json")
    let harness = try await CommandHarness.ran("config show", variables: ["HOLOCRON_CONFIG": directory.file("config.json")])
    #expect(harness.output.contains("explorer.units\timperial\t'explorer.units' in \(directory.file("config.json"))\n"))
    #expect(harness.output.contains("explorer.keys.quit\tq x\t"))
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
    for line in ["show luke", "people"] {
      let harness = CommandHarness(variables: variables)
      #expect(try await harness.run(line) == .success)
      let found = warnings(harness)
      #expect(found.count == 1, "\(line)")
      #expect(found.first?.hasPrefix("holocron: warning: \(mistake) \(directory.file("config.json"))") == true, "\(line): \(harness.notes)")
      #expect(found.first?.hasSuffix(choices) == true, "\(line): \(harness.notes)")
    }
    for line in ["show luke --json", "show luke --quiet"] {
      let harness = try await CommandHarness.ran(line, variables: variables)
      #expect(warnings(harness).isEmpty, "\(line)")
    }
    #expect(try await CommandHarness.ran("show luke", variables: variables).output.contains("5′8″"))
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

}
