import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

/// The commands random and open.
@Suite struct RecordCommandTests {

  @Test(arguments: [(0, 0, 1), (5, 0, 1), (6, 1, 1), (15, 1, 1), (16, 1, 2), (28, 1, 3)]) func `every record can be chosen`(
    index: Int, list: Int, page: Int
  ) {
    func first(_ kind: KindName, _ pages: Int, _ count: Int) -> PageBody {
      PageBody(kind: kind, page: 1, pages: pages, count: count, items: Array(repeating: [:], count: min(10, count)))
    }
    let firsts = [first(KindName.films, 1, 6), first(KindName.people, 3, 23)]
    let chosen = RandomCommand.page(of: index, in: firsts)
    #expect(chosen?.first == firsts[list] && chosen?.number == page)
  }

  @Test func `open prints the URL if there is no browser`() async throws {
    let address = "http://127.0.0.1:8/api/people/1/\n"
    for (harness, line) in [
      (CommandHarness(variables: ["BROWSER": "false"]), "open luke"), (CommandHarness(columns: 80), "open luke"),
      (CommandHarness(columns: 80, variables: ["BROWSER": "false"]), "open people/1 --print"),
    ] {
      #expect(try await harness.run(line) == .success)
      #expect(harness.output == address)
    }
    let json = try await CommandHarness.ran("open luke --json")
    #expect(json.output == "{\"kind\":\"people\",\"id\":1,\"url\":\"http://127.0.0.1:8/api/people/1/\"}\n")
  }

  @Test(arguments: [
    ("/bin/true", nil), ("/nonexistent/browser:/bin/true", nil), ("/bin/false", "the browser failed"),
    ("/nonexistent/browser", "no browser found"),
  ]) func `open starts the browser`(browser: String, failure: String?) async {
    let harness = CommandHarness(columns: 80, variables: ["BROWSER": browser])
    do throws(Problem) {
      #expect(try await harness.run("open luke") == .success)
      #expect(failure == nil)
    } catch { #expect(error.title == failure) }
    #expect(harness.notes == "Opening http://127.0.0.1:8/api/people/1/\n")
    #expect(harness.output == "")
  }

  @Test func `records of the embedded catalogue have no web page`() async throws {
    let record = try await CatalogueRepository().record(Reference(.people, 1))
    for location in [nil, "embedded", "file:///etc/passwd"] {
      let response = CachedResponse(body: record.cached.body, location: location)
      let harness = CommandHarness(ScriptedRepository(["holocron.cache GET /people/1": [response.reply]]))
      let problem = await #expect(throws: Problem.self) { try await harness.run("open people/1") }
      #expect(problem?.type == ProblemType.noWebPage)
      #expect(problem?.status == 404)
      #expect(problem?.exitCode == .notFound)
      #expect(problem?.detail == "people/1 has no web page at its origin; use holocron show people/1")
    }
  }
}

@Suite struct FavouritesCommandTests {
  let directory: TemporaryDirectory
  let harness: CommandHarness
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    harness = CommandHarness(variables: ["XDG_DATA_HOME": directory.path])
    path = directory.file("holocron/favourites.json")
  }

  @Test func `favourites are added, listed and removed`() async throws {
    for line in ["favourites add people/1 films/1", "favourites add leia"] { #expect(try await harness.run(line) == .success) }
    let notes = "added people/1 to the favourites\nholocron: added films/1 to the favourites\nholocron: added people/5 to the favourites\n"
    #expect(harness.notes == "holocron: \(notes)")
    #expect(try await harness.run("favourites list") == .success)
    #expect(harness.output == "people/1\tLuke Skywalker\nfilms/1\tA New Hope\npeople/5\tLeia Organa\n")
    #expect(try await harness.run("favourites rm luke") == .success)
    let second = CommandHarness(variables: ["XDG_DATA_HOME": directory.path])
    #expect(try await second.run("favourites --json") == .success)
    let expected: JSON = [["kind": "films", "id": 1, "name": "A New Hope"], ["kind": "people", "id": 5, "name": "Leia Organa"]]
    #expect(try JSON(parsing: second.output) == expected)
    let table = CommandHarness(variables: ["XDG_DATA_HOME": directory.path])
    #expect(try await table.run("favourites --output csv") == .success)
    #expect(table.output.replacing("\r\n", with: "\n") == "kind,id,name\nfilms,1,A New Hope\npeople,5,Leia Organa\n")
  }

  @Test(arguments: [
    ("favourites add people/999", Int32(3)), ("favourites add zzzz", 3), ("favourites remove people/1", 3), ("favourites add", 2),
    ("favourites drop people/1", 2), ("favourites add skywalker", 4),
  ])
  func `mistakes change nothing`(line: String, code: Int32) async {
    let problem = await #expect(throws: Problem.self) { try await harness.run(line) }
    #expect(problem?.exitCode.number == code)
    #expect(!FileSystem.exists(path))
  }

  @Test func `a damaged file is reported and kept`() async throws {
    try Folder.create(directory.file("holocron"))
    try Files.write(Array("{".utf8), to: path)
    for line in ["favourites", "favourites add people/1"] {
      let problem = await #expect(throws: Problem.self) { try await harness.run(line) }
      #expect(problem?.detail?.hasPrefix("cannot read the favourites in \(path): ") == true)
    }
    #expect(Files.text(path) == "{")
  }
}

@Suite struct ComparisonTests {
  @Test func `records are compared side by side`() async throws {
    let harness = try await CommandHarness.ran("compare luke 'leia organa'", columns: 80)
    let lines = harness.output.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("LUKE SKYWALKER") && lines[0].hasSuffix("LEIA ORGANA"))
    #expect(lines.contains { $0.hasPrefix("≠ Gender") && $0.contains("male") && $0.hasSuffix("female") })
    #expect(lines.contains { $0.hasPrefix("  Born") })
    #expect(lines.contains { $0.contains("A New Hope") })
    #expect(lines.allSatisfy { $0.columns <= 80 })
    let differences = try await CommandHarness.ran("compare luke leia --differences", columns: 80)
    #expect(differences.output.contains("≠ Gender") && !differences.output.contains("Born"))
  }

  @Test func `a comparison in a pipe has one line per field`() async throws {
    let harness = try await CommandHarness.ran("compare luke leia")
    let rows = harness.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(rows.allSatisfy { $0.count == 4 && ["≠", "="].contains($0[0]) && !$0[1].isEmpty }, "\(harness.output)")
    #expect(Set(rows.map { $0[1] }).count == rows.count)
    #expect(rows.contains(["≠", "Gender", "male", "female"]))
    #expect(rows.contains { $0[0] == "=" && $0[1] == "Born" })
    let films = rows.first { $0[1] == "Films" }
    #expect(films?[2].contains("A New Hope") == true && films?[2].contains(" · ") == true)
  }

  @Test func `a comparison prints JSON and CSV`() async throws {
    let harness = try await CommandHarness.ran("compare people/1 people/5 starships/12 --json")
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.array?.compactMap { $0["name"]?.string } == ["Luke Skywalker", "Leia Organa", "X-wing"])
    #expect(json["fields"]?.array?.contains(["key": "gender", "differs": true]) == true)
    let csv = try await CommandHarness.ran("compare people/1 people/5 -o csv -d")
    #expect(csv.output.hasPrefix("field,people/1,people/5\n"))
    #expect(!csv.output.contains("\nbirthYear,"))
    // For programs: neither language nor units change the values.
    #expect(try await CommandHarness.ran("compare people/1 people/5 -o csv -d --lang de --units imperial").output == csv.output)
    #expect(csv.output.contains("\nheight,172,150\n"))
  }

  @Test(arguments: [("compare luke luke", 2), ("compare luke zzzz", 3), ("compare luke people/99", 3), ("compare a b c d e f g", 2)])
  func `each error has its exit code`(line: String, code: Int32) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(problem?.exitCode.number == code)
  }
}

/// Requests and replies of the commands for records.
@Suite struct RecordRequestTests {
  /// The cache has all records as parts of lists, without locations.
  @Test(arguments: [
    ("http://127.0.0.1:8/api", "http://127.0.0.1:8/api"),
    ("http://127.0.0.1:8/api,http://127.0.0.1:9/api", "one of 2 servers"), ("embedded", "embedded"),
  ]) func `the source is named without the origin`(origin: String, source: String) async throws {
    let repository = CatalogueRepository(reply: { service, request throws(Problem) in
      guard request.fields["cache-control"] == nil else { throw Problem(504, "the deadline passed", type: ProblemType.deadline) }
      var reply = try await CatalogueRepository().reply(of: service, to: request)
      reply.fields[OriginIdentity.field] = OriginIdentity(origin)?.text
      reply.fields["content-location"] = nil
      reply.fields["age"] = "5"
      return reply
    })
    let harness = CommandHarness(repository)
    #expect(try await harness.run("show people/1 --source --json") == .success)
    #expect(harness.notes.contains("holocron: people/1 is from \(source), 5 s old\n"), "\(harness.notes)")
  }

  @Test(arguments: [
    ("show people/1", 2), ("show luke", 3), ("show films/1", 2), ("show people/1 --json", 2),
    ("show people/1 --json --fields name,mass", 1), ("show luke --wire", 2),
    ("compare people/1 people/5", 3), ("compare luke leia", 5), ("open luke --print", 2), ("show luke leia", 6),
    ("show people/1 people/5", 3),
    ("people", 2), ("people --json", 2), ("people --all -o csv", 2), ("people --fields name,mass", 1), ("people --limit 5", 2),
  ])
  func `a command sends few requests`(line: String, count: Int) async throws {
    let requests = Recording()
    try await CommandHarness(requests.repository).run(line)
    #expect(requests.all.count == count, "\(requests.all)")
  }

  @Test func `a name that is unknown costs one request`() async {
    let requests = Recording()
    await #expect(throws: Problem.self) { try await CommandHarness(requests.repository).run("show zzzz") }
    #expect(requests.all == ["holocron.cache GET /names?like=zzzz"])
  }
}
