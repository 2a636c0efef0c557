import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

/// Random records, and records opened at their origin.
@Suite struct RecordCommandTests {
  @Test(arguments: Kinds.standard.all.map(\.name.text)) func aRandomRecordIsOfItsKind(kind: String) async throws {
    let rig = Rig()
    try await rig.run("random \(kind) --json")
    #expect(try JSON(parsing: rig.output)["kind"]?.string == kind)
  }

  @Test func aRandomRecordOfAnyKind() async throws {
    let rig = Rig()
    #expect(try await rig.run("random --json") == .success)
    #expect(try Record(answered: JSON(parsing: rig.output), kinds: .standard).name.isEmpty == false)
  }

  @Test(arguments: [(0, 0, 1), (5, 0, 1), (6, 1, 1), (15, 1, 1), (16, 1, 2), (28, 1, 3)]) func everyRecordIsDrawn(
    draw: Int, list: Int, page: Int
  ) {
    func first(_ kind: KindName, _ pages: Int, _ count: Int) -> PageBody {
      PageBody(kind: kind, page: 1, pages: pages, count: count, items: Array(repeating: [:], count: min(10, count)))
    }
    let firsts = [first(Film.kind, 1, 6), first(Person.kind, 3, 23)]
    let drawn = RandomCommand.page(of: draw, in: firsts)
    #expect(drawn.first == firsts[list])
    #expect(drawn.number == page)
  }

  @Test func anAddressIsPrintedWhereNothingCanOpenIt() async throws {
    let address = "http://127.0.0.1:8/api/people/1/\n"
    for (rig, line) in [
      (Rig(variables: ["BROWSER": "false"]), "open luke"), (Rig(columns: 80), "open luke"),
      (Rig(columns: 80, variables: ["BROWSER": "false"]), "open people/1 --print"),
    ] {
      #expect(try await rig.run(line) == .success)
      #expect(rig.output == address)
    }
    let json = Rig()
    try await json.run("open luke --json")
    #expect(json.output == "{\"kind\":\"people\",\"id\":1,\"url\":\"http://127.0.0.1:8/api/people/1/\"}\n")
  }

  @Test(arguments: [
    ("/bin/true", nil), ("/nonexistent/browser:/bin/true", nil), ("/bin/false", "the browser failed"),
    ("/nonexistent/browser", "there is no browser"),
  ]) func theBrowserIsStarted(browser: String, failure: String?) async {
    let rig = Rig(columns: 80, variables: ["BROWSER": browser])
    do throws(Problem) {
      #expect(try await rig.run("open luke") == .success)
      #expect(failure == nil)
    } catch { #expect(error.title == failure) }
    #expect(rig.notes == "Opening http://127.0.0.1:8/api/people/1/\n")
    #expect(rig.output == "")
  }

  @Test func theEmbeddedCatalogueHasNoAddress() async throws {
    let record = try await CatalogueRepository().record(Reference(Person.kind, 1))
    for location in [nil, "embedded", "file:///etc/passwd"] {
      let answered = CachedResponse(body: record.answered.body, location: location)
      let rig = Rig(ScriptedRepository(["holocron.cache GET /people/1": [answered.reply]]))
      let problem = await #expect(throws: Problem.self) { try await rig.run("open people/1") }
      #expect(problem?.exitCode == .failure)
      #expect(problem?.detail?.contains("holocron show") == true)
    }
  }
}
