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
    let folder = sandbox.directory.file("bin")
    try Folder.create(folder)
    try sandbox.directory.writeProgram("#!/bin/sh\nexec /usr/bin/timeout \"$@\"\n", to: "bin/timeout")
    let process = try await RunningProcess.start(
      ProductsDirectory.executable("holocron"), ["schema", "people", "--jq", "."],
      environment: sandbox.environment.merging(["PATH": folder]) { $1 },
      keeping: sandbox.directory)
    try await process.ends(.exited(ExitCode.failure.number))
    #expect(process.errors == "holocron: jq failed: --jq needs the program jq on PATH; install it\n", "\(process.errors)")
  }

  @Test func `results of jq are safe on a terminal and unchanged in a pipe`() async throws {
    let expression = #"show luke --jq '"a\u001b[2J\tb\nc"'"#
    #expect(try await CommandHarness.ran(expression).output == "a\u{1B}[2J\tb\nc\n")
    #expect(try await CommandHarness.ran(expression, columns: 80).output == "a\u{FFFD}[2J b\nc\n")
  }

  /// The names of schemas, and command lines with the commands that prepare them.
  static let printed: [(schema: String, lines: [String])] = [
    ("", ["show luke"]), ("people", ["show luke"]), ("", ["random"]), ("list", ["people --all"]), ("search", ["search tatoine"]),
    ("search", ["search zz"]), ("suggest", ["suggest lu"]), ("path", ["path people/1 people/5"]), ("compare", ["compare luke leia"]),
    ("crawl", ["crawl IV"]), ("open", ["open people/1 --print"]), ("favourites", ["favourites add people/1", "favourites"]),
    ("history", ["search tatoine", "history"]), ("history", ["history clear --yes"]), ("quiz", ["quiz"]), ("status", ["status"]),
    ("top", ["top --interval 0.1"]), ("doctor", ["doctor"]), ("logs", ["logs"]), ("watch", ["watch"]), ("cache", ["cache stats"]),
    ("cache", ["cache warm"]), ("cache", ["cache purge people --yes"]), ("config", ["config show"]), ("config", ["config get theme"]),
    ("config", ["config path"]), ("usage", ["usage on", "usage"]), ("usage", ["usage"]), ("version", ["version"]),
    ("help", ["help exit-codes"]), ("help", ["help files"]), ("schema people", []),
  ]

  @Test(arguments: printed) func `what is printed is valid under its schema`(schema: String, lines: [String]) async throws {
    let folder = try TemporaryDirectory()
    try Folder.create(folder.file("holocron"))
    try folder.write("2026-01-31T12:00:00.000Z info ready service=a\nFatal error: x\n", to: "holocron/cache-1.log")
    guard case .acquired(let lock) = try PidFile(folder.file("holocron/supervisor.pid")).acquire() else { throw CancellationError() }
    let process = #"{"name":"cache-1","state":"running","pid":\#(OwnProcess.id),"restarts":0,"since":1767182400}"#
    try folder.write(
      #"{"pid":\#(OwnProcess.id),"since":1767182400,"bus":"inproc://harness","processes":[\#(process)]}"#, to: "holocron/supervisor.json")
    let variables = Dictionary(uniqueKeysWithValues: ["RUNTIME_DIR", "DATA_HOME", "STATE_HOME"].map { ("XDG_\($0)", folder.path) })
    let repository = CatalogueRepository()
    var output = ""
    for (index, line) in lines.enumerated() {
      let harness = CommandHarness(repository, variables: variables)
      do { try await harness.run(index == lines.count - 1 ? "\(line) --json" : line) } catch  where schema != "watch" { throw error } catch
      {}
      output = harness.output
    }
    let validator = SchemaValidator(document: try await Self.json(lines.isEmpty ? schema : "schema \(schema)"))
    let values = ["logs", "watch", "top"].contains(schema) ? output.split(separator: "\n").map(String.init) : [output]
    for value in lines.isEmpty ? [] : try values.map({ try JSON(parsing: $0) }) {
      #expect(validator.problems(value) == [], "\(value.text())")
      #expect(Self.strangeMembers(of: value) == [], "\(value.text())")
      let report = value["cache"]?["counters"]
      #expect(
        !["status", "top"].contains(schema) || report?["hits"] == 30 && value["processes"]?.array?.first?["since"] == "2025-12-31T12:00:00Z"
      )
    }
    if !schema.isEmpty { #expect(validator.problems(7) != []) }
    withExtendedLifetime(lock) {}
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

  /// Of the others, some have no output but notes, and ``CacheCopyTests`` runs those that need another cache.
  @Test func `the output of every command has a schema`() {
    let tested = Set(Self.printed.flatMap { $0.lines.map { String($0.prefix { $0 != " " }) } })
    let others = Set(Commands.standard(kinds: .standard).all.map(\.name)).subtracting(tested)
    let lists = Kinds.standard.all.map(\.name.text).filter { $0 != "people" }
    #expect(others == Set(["completion", "down", "explore", "restart", "scale", "schema", "up"] + lists))
  }

  @Test(arguments: ["show skywalker", "show zzzz", "films --sort titel", "search"])
  func `an error is valid under its schema`(line: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(SchemaValidator(document: try await Self.json("schema error")).problems(try #require(problem?.json)) == [])
  }
}
