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

  @Test func `an invalid setting fails only commands that need it`() async throws {
    let variables = ["HOLOCRON_UNITS": "imperail"]
    for line in ["show luke", "config show"] {
      let problem = await #expect(throws: Problem.self) { try await CommandHarness(variables: variables).run(line) }
      #expect(problem?.exitCode == .usage)
      #expect(problem?.detail?.contains("HOLOCRON_UNITS") == true)
    }
    for line in ["show luke --json", "help", "status"] { try await CommandHarness(variables: variables).run(line) }
  }

  @Test func `a mistake in a setting that only the explorer needs is a warning`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"explorer": {"them": "dark", "units": "imperial"}}"#, to: "config.json")
    let variables = ["HOLOCRON_CONFIG": directory.file("config.json")]
    let mistake = "unknown setting 'explorer.them' in \(directory.file("config.json"))"
    for line in ["show luke", "people"] {
      let notes = try await CommandHarness.ran(line, variables: variables).notes
      #expect(notes.contains("holocron: warning: \(mistake)") && notes.split(separator: "warning: ").count == 2, "\(notes)")
    }
    for line in ["show luke --json", "show luke --quiet"] {
      #expect(try await CommandHarness.ran(line, variables: variables).notes.isEmpty, "\(line)")
    }
    #expect(try await CommandHarness.ran("show luke", variables: variables).output.contains("5′8″"))
    // The explorer does not start.
    await #expect(throws: Problem.self) { try await CommandHarness(variables: variables).run("config show") }
    let doctor = CommandHarness(variables: variables)
    #expect(try await doctor.run("doctor --json") == .failure)
    let finding = try JSON(parsing: doctor.output).array?.first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == "fail" && finding?["message"]?.string?.hasPrefix(mistake) == true)
  }
}
