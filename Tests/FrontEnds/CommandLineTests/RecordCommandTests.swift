import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import ServiceTestSupport
import Testing

@testable import CommandLine

/// The commands random and open.
@Suite struct RecordCommandTests {
  @Test(arguments: Kinds.standard.all.map(\.name.text)) func `a random record has the requested kind`(kind: String) async throws {
    #expect(try await JSON(parsing: CommandHarness.ran("random \(kind) --json").output)["kind"]?.string == kind)
  }

  @Test func `there is no random record if the origin offers only unknown kinds`() async {
    let kinds = KindsRequest.reply([KindName(checked: "droids")])
    let harness = CommandHarness(ScriptedRepository(["holocron.cache \(KindsRequest().request.head)": [kinds]]))
    let problem = await #expect(throws: Problem.self) { try await harness.run("random") }
    #expect(problem?.exitCode == .notFound)
  }

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
