import Client
import Contracts
import Explorer
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText
import Testing

@testable import CommandLine

/// Lists, records and crawls, over the real catalogue.
@Suite struct CatalogueCommandTests {
  @Test func filmsStandInTheOrderOfTheirStory() async throws {
    let rig = Rig(columns: 80)
    #expect(try await rig.run("films") == .success)
    #expect(
      rig.output == """
        EPISODE  TITLE                    RELEASED    DIRECTOR
              I  The Phantom Menace       1999-05-19  George Lucas
             II  Attack of the Clones     2002-05-16  George Lucas
            III  Revenge of the Sith      2005-05-19  George Lucas
             IV  A New Hope               1977-05-25  George Lucas
              V  The Empire Strikes Back  1980-05-17  Irvin Kershner
             VI  Return of the Jedi       1983-05-25  Richard Marquand

        """)
    #expect(rig.notes == "")
  }

  @Test(arguments: [("films", 6), ("people", 82), ("planets", 60), ("species", 37), ("vehicles", 39), ("starships", 36)])
  func allRecordsOfAKind(kind: String, count: Int) async throws {
    let rig = Rig()
    try await rig.run("\(kind) --all --json")
    #expect(try JSON(parsing: rig.output).array?.count == count)
    let lines = Rig()
    try await lines.run("\(kind) --all")
    #expect(lines.output.split(separator: "\n").count == count)
    #expect(lines.output.split(separator: "\n").allSatisfy { $0.contains("\t") })
  }

  /// Also where programs read the list: on standard error.
  @Test(arguments: ["films", "films --all", "films --json", "films --all --json"])
  func aListThatIsNotWholeSaysSo(line: String) async throws {
    let rig = Rig(CatalogueRepository(missing: 50))
    try await rig.run(line)
    #expect(rig.notes == "The list is not whole: its origin counts 56 films and gives 6.\n")
    #expect(!rig.output.contains("not whole"))
  }

  @Test func aPageSaysWhatElseThereIs() async throws {
    let rig = Rig(columns: 80)
    try await rig.run("people --page 9")
    #expect(rig.notes == "Page 9 of 9, 82 people\n")
    let first = Rig(columns: 80)
    try await first.run("people")
    #expect(first.notes == "Page 1 of 9, 82 people; next: --page 2, all: --all\n")
    let quiet = Rig(columns: 80)
    try await quiet.run("people -q")
    #expect(quiet.notes == "")
    let piped = Rig()
    try await piped.run("people --search zzz")
    #expect(piped.output == "" && piped.notes == "")
  }

  @Test(arguments: [
    ("people --page 10", 3), ("people --page 2 --all", 2), ("people --sort heigt", 2), ("people extra", 2), ("show", 2), ("show zzzz", 3),
    ("show skywalker", 4), ("show people/99", 3), ("show person/1", 3), ("crawl", 2), ("crawl 12", 3), ("crawl solo", 3),
    ("schema persons", 2),
    ("show people/1 --wire --output csv", 2), ("cache", 2), ("cache fill", 2), ("cache purge", 2), ("cache purge people --all", 2),
    ("cache purge persons", 2), ("cache stats now", 2), ("help nothing", 2),
  ])
  func failuresHaveTheirExitCode(line: String, code: Int32) async {
    let problem = await #expect(throws: Problem.self) { try await Rig().run(line) }
    #expect(problem?.exitCode.number == code)
    #expect(problem?.detail?.isEmpty == false)
  }

  @Test func aRecordByNameHasItsReferencesByName() async throws {
    let rig = Rig(columns: 72)
    try await rig.run("show luke")
    #expect(rig.output.hasPrefix("Luke Skywalker                                                  people/1\n\nBorn       19 BBY\n"))
    #expect(rig.output.contains("Homeworld  Tatooine\n"))
    #expect(rig.output.contains("Films      A New Hope · The Empire Strikes Back · Return of the Jedi ·\n           Revenge of the Sith\n"))
    #expect(rig.notes == "")
  }

  @Test func namesOfSeveralWordsNeedNoQuotes() async throws {
    let rig = Rig()
    try await rig.run("show return of the jedi --output plain")
    #expect(rig.output.hasPrefix("films/3\tReturn of the Jedi\n"))
  }

  @Test func aRecordAsJSONIsWhatTheWorkerSent() async throws {
    let rig = Rig()
    try await rig.run("show people/1 --json")
    let sent = try await CatalogueRepository().record(Reference(Person.kind, 1))
    #expect(rig.output == String(decoding: sent.answered.body, as: UTF8.self) + "\n")
  }

  @Test func theWireFormHasTheLinksOfTheOrigin() async throws {
    let rig = Rig()
    try await rig.run("show planets/1 --wire")
    let json = try JSON(parsing: rig.output)
    #expect(json.object?.names.first == "name")
    #expect(json["url"] == "http://127.0.0.1:8/api/planets/1/")
    #expect(rig.output.hasSuffix("}\n") && rig.output.split(separator: "\n").count == 1)
    let list = Rig()
    try await list.run("films --wire")
    #expect(try JSON(parsing: list.output).array?.count == 6)
    let lines = Rig()
    try await lines.run("films --wire --output jsonl")
    #expect(lines.output.split(separator: "\n").count == 6)
  }

  @Test(
    arguments: [
      (nil, "https://swapi.dev/api"), ("embedded", "https://swapi.dev/api"), ("http://h:1/api/people/1/", "http://h:1/api"),
      ("http://h:1/api/people/1", "http://h:1/api"), ("http://h/api/people/?page=2", "http://h/api"), ("http://h/people/1", "http://h"),
      ("https://people/", "https://swapi.dev/api"), ("https://people/api/people/2", "https://people/api"),
    ] as [(String?, String)])
  func baseOfLinks(location: String?, base: String) {
    #expect(WireForm.base(nil, location, Person.kind) == base)
  }

  /// A record that was learnt from a list has no location of its own; its origin is known all the same.
  @Test(
    arguments: [
      ("http://127.0.0.1:1138/api", nil, "http://127.0.0.1:1138/api"), ("https://h/api", "http://other/api/people/1/", "https://h/api"),
      ("embedded", nil, "https://swapi.dev/api"), ("embedded", "http://other/api/people/1/", "https://swapi.dev/api"),
    ] as [(String, String?, String)])
  func linksLeadToTheOriginThatTheAnswerNames(origin: String, location: String?, base: String) {
    #expect(WireForm.base(OriginIdentity(origin), location, Person.kind) == base)
  }

  @Test(arguments: ["4", "IV", "iv", "new hope", "'a new hope'", "hope"]) func crawlByNumberOrTitle(episode: String) async throws {
    let rig = Rig()
    try await rig.run("crawl \(episode)")
    let lines = rig.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("Episode IV"))
    #expect(lines[1].hasSuffix("A NEW HOPE"))
    #expect(lines.allSatisfy { $0.columns <= CrawlText.widest })
    let json = Rig()
    try await json.run("crawl \(episode) --json")
    #expect(try JSON(parsing: json.output)["crawl"]?.array?.count == 3)
  }

  @Test func listRequestsFollowTheSwitches() throws {
    let command = ListCommand(kind: try #require(Kinds.standard[Person.kind]))
    func request(_ words: String...) throws -> ListRequest { try command.request(command.arguments(words)) }
    #expect(try request() == ListRequest(Person.kind))
    #expect(try request("--page", "3") == ListRequest(Person.kind, .page(3)))
    #expect(
      try request("--all", "--sort", "mass", "--reverse", "--search", "sky")
        == ListRequest(Person.kind, .all, sort: "mass", descending: true, search: "sky"))
  }

  @Test func schemasAreOfEveryKindOrOfOne() async throws {
    let all = Rig()
    try await all.run("schema")
    #expect(try JSON(parsing: all.output)["$defs"]?["people"] != nil)
    let one = Rig()
    try await one.run("schema people")
    #expect(try JSON(parsing: one.output)["properties"]?["birthYear"] != nil)
  }
}
