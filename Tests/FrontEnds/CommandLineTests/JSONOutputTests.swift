import Client
import ClientTestSupport
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// JSON with names and chosen fields, expressions of jq, and the schemas.
@Suite struct JSONOutputTests {
  private static func json(_ line: String) async throws -> JSON {
    let harness = CommandHarness()
    try await harness.run(line)
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

  @Test func `a reference whose name is missing stays as it is`() async throws {
    let luke = try await CatalogueRepository().record(Reference(Person.kind, 1))
    let harness = CommandHarness(ScriptedRepository(["holocron.cache GET /people/1": [luke.cached.reply]]))
    try await harness.run("show people/1 --json")
    #expect(try JSON(parsing: harness.output)["homeworld"] == ["kind": "planets", "id": 1])
    #expect(harness.notes.contains("names are missing"), "\(harness.notes)")
  }

  @Test func `a record is shown with chosen fields`() async throws {
    let json = try await Self.json("show luke --fields mass,homeworld --json")
    #expect(json.object?.names == ["kind", "id", "mass", "homeworld"])
    let table = CommandHarness(columns: 80)
    try await table.run("show luke --fields homeworld,mass")
    #expect(table.output.hasPrefix("Luke Skywalker"))
    #expect(table.output.hasSuffix("Homeworld  Tatooine\nMass       77 kg\n"), "\(table.output)")
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run("show luke --fields mas") }
    #expect(problem?.exitCode == .usage)
    #expect(problem?.extensions["suggestions"] == ["mass"])
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

  @Test func `an expression without end is stopped`() throws {
    let late = try JQFilter("repeat(1)", timeout: .zero, maxResults: .max)
    #expect(!late.results(of: 1).isEmpty)
    #expect(late.failure?.type == ProblemType.deadline)
    #expect(late.dueNote(in: German()) == .expressionFailed("der Ausdruck braucht zu lange; siehe --timeout", count: 1))
    let large = try JQFilter("range(10)", timeout: .seconds(600), maxResults: 3)
    #expect(large.results(of: 1) == [0, 1, 2])
    #expect(large.failure?.detail == "the expression has more than 3 results for one value")
    #expect(large.results(of: .null).count == 3)
  }

  @Test func `failures are told at the first, tenth and hundredth value`() throws {
    let filter = try JQFilter(".x", timeout: .seconds(600))
    var told: [Int] = []
    for number in 1...200 {
      _ = filter.results(of: 1)
      if filter.dueNote() != nil { told.append(number) }
    }
    #expect(told == [1, 10, 100])
  }

  @Test func `results of jq are safe on a terminal and unchanged in a pipe`() async throws {
    let expression = #"show luke --jq '"a\u001b[2J\tb\nc"'"#
    let pipe = CommandHarness()
    try await pipe.run(expression)
    #expect(pipe.output == "a\u{1B}[2J\tb\nc\n")
    let terminal = CommandHarness(columns: 80)
    try await terminal.run(expression)
    #expect(terminal.output == "a\u{FFFD}[2J b\nc\n")
  }

  @Test(arguments: [
    ("schema", "show luke --json"), ("schema people", "show luke --json"), ("schema list", "films --all --json"),
    ("schema list", "people --all --json"), ("schema search", "search tatoine --json"), ("schema status", "status --json"),
  ])
  func `what is printed is valid under its schema`(schema: String, line: String) async throws {
    let validator = SchemaValidator(document: try await Self.json(schema))
    #expect(validator.problems(try await Self.json(line)) == [])
    #expect(validator.problems(["kind": "people"]) != [])
  }

  @Test(arguments: ["show skywalker", "show zzzz", "films --sort titel", "search"])
  func `an error is valid under its schema`(line: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(SchemaValidator(document: try await Self.json("schema error")).problems(try #require(problem?.json)) == [])
  }
}
