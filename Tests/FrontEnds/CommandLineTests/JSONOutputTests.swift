import Client
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import ServiceTestSupport
import TestSupport
import Testing
import Text

@testable import CommandLine

/// JSON with names and chosen fields, expressions of jq, and the schemas.
@Suite struct JSONOutputTests {
  private static func json(_ line: String) async throws -> JSON {
    let harness = try await CommandHarness.ran(line)
    return try JSON(parsing: harness.output)
  }

  @Test func `references in JSON have names`() async throws {
    let luke = try await Self.json("show luke --json")
    #expect(luke["homeworld"] == ["kind": "planets", "id": 1, "name": "Tatooine"])
    #expect(luke["films"]?.array?.compactMap { $0["name"]?.string }.first == "A New Hope")
    let films = try await Self.json("films --all --json")
    #expect(films.array?.first?["planets"]?.array?.allSatisfy { $0["name"]?.string != nil } == true)
    let compared = try await Self.json("compare luke leia --json")
    #expect(compared["records"]?.array?.first?["homeworld"]?["name"] == "Tatooine")
  }

  @Test(arguments: [
    ("show luke --jq .name", "Luke Skywalker\n"), ("show luke --jq '.films | length'", "4\n"),
    ("show luke --jq .homeworld", "{\"kind\":\"planets\",\"id\":1,\"name\":\"Tatooine\"}\n"),
    ("films --all --jq '.[0].title, .[1].title'", "The Phantom Menace\nAttack of the Clones\n"),
    ("films --all -o jsonl --jq .episode", "1\n2\n3\n4\n5\n6\n"), ("show luke --wire --jq .height", "172\n"),
    ("show luke --json --jq .mass.value", "77\n"), ("show luke --jq empty", ""), ("schema people --jq .title", "People\n"),
    ("show luke --jq '.name, halt'", "Luke Skywalker\n"),
  ])
  func `an expression of jq selects what is printed`(line: String, output: String) async throws {
    let harness = CommandHarness()
    #expect(try await harness.run(line) == .success)
    #expect(harness.output == output)
  }

  @Test(arguments: [
    ("show luke --jq '.name['", "--jq: syntax error", ExitCode.usage),
    ("show luke --jq nonsense", "--jq: nonsense/0 is not defined", .usage),
    ("show luke --jq .name -o csv", "--jq and --output csv cannot be combined", .usage),
    ("show luke --jq .name.x", "Cannot index string", .failure),
    ("show luke --jq '.id, error(\"no\")'", "no", .failure), ("show luke --jq '\"why\" | halt_error'", "why", .failure),
  ])
  func `an expression that does not fit is an error`(line: String, detail: String, code: ExitCode) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(problem?.detail?.hasPrefix(detail) == true, "\(problem?.detail ?? "")")
    #expect(problem?.exitCode == code)
  }

  @Test(arguments: ["def f: f; f", "repeat(1)", "def f: debug | f; f"]) func `an expression without end is stopped`(expression: String)
    throws
  {
    let format = try JQFormat(expression, isLineByLine: false, timeout: .milliseconds(200))
    #expect(format.text(of: [1], on: .file).text.isEmpty)
    #expect(format.failure?.type == ProblemType.deadline)
  }

  @Test func `without jq, the error says so`() async throws {
    let sandbox = try Sandbox()
    let process = try await RunningProcess.start(
      ProductsDirectory.executable("holocron"), ["schema", "people", "--jq", "."],
      environment: sandbox.environment.merging(["PATH": sandbox.directory.path]) { $1 },
      keeping: sandbox.directory)
    try await process.ends(.exited(ExitCode.failure.number))
    #expect(process.errors == "holocron: jq failed: --jq needs the program jq on PATH; install it\n", "\(process.errors)")
  }

  @Test func `results of jq are safe on a terminal and unchanged in a pipe`() async throws {
    let expression = #"show luke --jq '"a\u001b[2J\tb\nc"'"#
    #expect(try await CommandHarness.ran(expression).output == "a\u{1B}[2J\tb\nc\n")
    #expect(try await CommandHarness.ran(expression, columns: 80).output == "a\u{FFFD}[2J b\nc\n")
  }

  @Test(arguments: [("", "show luke"), ("people", "show luke"), ("", "random"), ("list", "people --all")])
  func `what is printed is valid under its schema`(schema: String, line: String) async throws {
    let validator = SchemaValidator(document: try await Self.json("schema \(schema)"))
    #expect(validator.problems(try await Self.json("\(line) --json")) == [])
    #expect(validator.problems(7) != [])
  }

  @Test(arguments: [
    "show luke", "search tatoine", "compare luke leia", "status", "top --interval 0.1", "cache warm", "config show", "doctor",
  ])
  func `names of members are in camelCase`(line: String) async throws {
    let value = try await Self.json("\(line) --json")
    #expect(Self.strangeMembers(of: value) == [], "\(value.text())")
  }

  /// The members whose names are not in camelCase, except in maps: from counters to numbers, and from the fields of logs and events to texts.
  private static func strangeMembers(of value: JSON) -> [String] {
    (value.array ?? []).flatMap(strangeMembers)
      + (value.object ?? [:]).flatMap { member -> [String] in
        let isMap = ["counters", "gauges", "timers", "rates", "fields"].contains(member.name)
        return (member.name.wholeMatch(of: /[a-z][A-Za-z0-9]*/) == nil ? [member.name] : [])
          + (isMap ? [] : strangeMembers(of: member.value))
      }
  }
}
