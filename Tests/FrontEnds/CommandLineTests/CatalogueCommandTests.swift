import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import ServiceTestSupport
import Testing
import Text

@testable import CommandLine

/// Lists, records and crawls from the real catalogue.
@Suite struct CatalogueCommandTests {
  @Test func `films are listed in story order`() async throws {
    let harness = CommandHarness(columns: 80)
    #expect(try await harness.run("films") == .success)
    #expect(
      harness.output == """
        EPISODE  TITLE                    RELEASED    DIRECTOR
              I  The Phantom Menace       1999-05-19  George Lucas
             II  Attack of the Clones     2002-05-16  George Lucas
            III  Revenge of the Sith      2005-05-19  George Lucas
             IV  A New Hope               1977-05-25  George Lucas
              V  The Empire Strikes Back  1980-05-17  Irvin Kershner
             VI  Return of the Jedi       1983-05-25  Richard Marquand

        """)
    #expect(harness.notes == "")
  }

  @Test(arguments: [("films", 6), ("people", 82), ("planets", 60), ("species", 37), ("vehicles", 39), ("starships", 36)])
  func `--all lists all records of a kind`(kind: String, count: Int) async throws {
    #expect(try await JSON(parsing: CommandHarness.ran("\(kind) --all --json").output).array?.count == count)
    let lines = try await CommandHarness.ran("\(kind) --all")
    #expect(lines.output.split(separator: "\n").count == count)
    #expect(lines.output.split(separator: "\n").allSatisfy { $0.contains("\t") })
  }

  /// The note goes to standard error, so that it does not disturb programs. Only a script that asked for everything lacks something.
  @Test(
    arguments: [
      ("films", .success), ("films --all", .failure), ("films --json", .success), ("films --all --json", .failure),
      ("films --all --wire", .failure),
    ] as [(String, ExitCode)])
  func `an incomplete list prints a note, and fails with --all`(line: String, exitCode: ExitCode) async throws {
    let harness = CommandHarness(CatalogueRepository(missing: 50))
    #expect(try await harness.run(line) == exitCode)
    #expect(!harness.output.isEmpty)
    #expect(harness.notes == "holocron: The list is incomplete: the origin counts 56 films but returned 6.\n")
    #expect(!harness.output.contains("incomplete"))
  }

  @Test(
    arguments: [
      ("people --page 9", 80, "Page 9 of 9, 82 people\n"), ("people -q", 80, ""),
      ("people", 80, "Page 1 of 9, 82 people; next page: --page 2, all pages: --all\n"), ("people --search zzz", nil, ""),
    ] as [(String, Int?, String)])
  func `a page prints a hint about further pages on a terminal`(line: String, columns: Int?, notes: String) async throws {
    #expect(try await CommandHarness.ran(line, columns: columns).notes == notes)
  }

  @Test(
    arguments: [
      (
        "people --search skywalker", 80,
        """
        NAME              HOMEWORLD  FILMS       BORN  GENDER
        Anakin Skywalker  Tatooine   I–III   41.9 BBY  male
        Luke Skywalker    Tatooine   III–VI    19 BBY  male
        Shmi Skywalker    Tatooine   I, II     72 BBY  female

        """
      ), ("people --search luke", 160, "  Tatooine   TITLES  "),
      ("people --search luke --fields films,homeworld -o csv", nil, "\npeople,1,\"TITLES\",Tatooine\n"),
      ("people --search luke --fields films,homeworld -o markdown", nil, "| TITLES | Tatooine |\n"),
      ("people --search luke --fields homeworld --json", nil, #"{"kind":"planets","id":1,"name":"Tatooine"}"#),
      // The values by which a list is sorted are shown.
      ("people --sort height --reverse", 80, "  HEIGHT\n"), ("people --sort height --reverse", 80, "264 cm"),
      ("people --search luke --fields mass,name -o csv", nil, "kind,id,mass,name\npeople,1,77,Luke Skywalker\n"),
      ("people --search luke --fields name,mass", nil, "Luke Skywalker\t77 kg\n"),
      ("people --search luke --fields mass,name --json", nil, #"[{"kind":"people","id":1,"mass":{"#),
    ] as [(String, Int?, String)])
  func `lists have the names of other records, and the chosen fields`(line: String, columns: Int?, part: String) async throws {
    let titles = "A New Hope, The Empire Strikes Back, Return of the Jedi, Revenge of the Sith"
    let output = try await CommandHarness.ran(line, columns: columns).output
    #expect(output.contains(part.replacing("TITLES", with: titles)), "\(output)")
  }

  @Test(arguments: Kinds.standard.all.map(\.name)) func `a list never leaves out a column`(name: KindName) async throws {
    let kind = try #require(Kinds.standard[name])
    func check(_ line: String, _ fields: [Field], _ columns: Int) async throws -> Int {
      let harness = try await CommandHarness.ran(line, columns: columns)
      for field in fields { #expect(harness.output.contains(field.label.uppercased().prefix(6)), "\(columns): \(harness.output)") }
      #expect(harness.output.split(separator: "\n").allSatisfy { String($0).columns <= columns })
      return harness.output.split(separator: "\n", omittingEmptySubsequences: false).count
    }
    let keys = kind.fields.prefix(9).map(\.key).joined(separator: ",")
    for columns in [40, 80, 120] { _ = try await check("\(name) --all --fields \(keys)", Array(kind.fields.prefix(9)), columns) }
    // The usual columns fit a usual terminal.
    let lines = try await check("\(name) --all", ListColumns.printed(of: kind), 80)
    #expect(lines == (try await check("\(name) --all", ListColumns.printed(of: kind), 500)))
  }

  @Test(arguments: [
    ("people --limit 12 --fields NAME,hair_color,Born -o csv", 13, "kind,id,name,hairColor,birthYear\n"),
    ("people --limit 3 --fields name,geboren,Größe,HEIMAT --lang de", 3, ""), ("people --search '' --all", 82, ""),
    ("movies", 6, ""), ("characters --limit 2", 2, ""), ("starships --sort COST --limit 1 --reverse", 1, "Death Star\t"),
    ("people --sort homeworld --limit 1", 1, "Bail Prestor Organa\tAlderaan\t"),
    ("people --sort homeworld --reverse --limit 1", 1, "Zam Wesell\tZolan\t"),
    ("people --sort homeworld --page 2", 10, ""), ("planets --sort climate --limit 1", 1, ""),
  ])
  func `lists accept the words that people see`(_ line: String, _ lines: Int, _ prefix: String) async throws {
    let harness = try await CommandHarness.ran(line)
    #expect(harness.output.split(separator: "\n").count == lines && harness.output.hasPrefix(prefix), "\(harness.output)")
  }

  @Test func `an unknown field is named`() async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run("people --fields name,mas") }
    #expect(problem?.detail?.hasPrefix("unknown field 'mas' (available: name, ") == true)
    #expect(problem?.extensions["suggestions"]?.array?.compactMap(\.string) == ["mass"])
    await #expect(throws: Problem.self) { try await CommandHarness().run("people --fields name --wire") }
  }

  @Test(
    arguments: [("people", true), ("people --json", true), ("people -o csv", true), ("people --wire", true)]
      + [("people --all", false), ("people --page 1", false), ("people -q", false), ("films", false)])
  func `a note says that a pipe gets the first page only`(line: String, isCut: Bool) async throws {
    #expect(try await CommandHarness.ran(line).notes == (isCut ? "holocron: 10 of 82 people; use --all for all of them\n" : ""))
  }

  @Test(arguments: [
    ("people --page 10", 3), ("people --sort homeworld --page 10", 3), ("people --page 2 --all", 2), ("people --sort heigt", 2),
    ("people extra", 2), ("show", 2), ("show zzzz", 3),
    ("show skywalker", 4), ("show people/99", 3), ("show peple/1", 3), ("crawl", 2), ("crawl 12", 3), ("crawl solo", 3), ("crawl the", 4),
    ("schema persons", 2),
    ("show people/1 --wire --output csv", 2), ("show people/1 --dialect swapi-info", 2), ("people --wire --dialect klingon", 2),
    ("cache", 2), ("cache fill", 2), ("cache purge", 2), ("cache purge people --all", 2),
    ("cache purge persons", 2), ("cache purge zzzz", 3), ("cache stats now", 2), ("help nothing", 2), ("search", 2),
    ("search luke --kind persons", 2), ("search luke --sort class", 2), ("search luke --limit 501", 2), ("history forget x", 2),
    ("history remove", 2), ("history clear all", 2), ("path luke", 2), ("path leia luke", 3), ("path luke zzzz", 3), ("show luke zzzz", 3),
    ("people --lang xx", 2), ("people --units parsec", 2), ("config", 2), ("config git", 2), ("completion bsh", 2),
  ])
  func `each error has its exit code`(line: String, code: Int32) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(problem?.exitCode.number == code)
    #expect(problem?.detail?.isEmpty == false)
  }

  @Test(arguments: [
    "help", "status", "films --sort", "cache", "schema", "config", "crawl", "path a b", "cache purge --all", "show people/1",
  ])
  func `a long word in a message is shortened`(line: String) async {
    let word = String(repeating: line.hasPrefix("show") ? "0" : "x", count: 10_000)
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness().run("\(line)\(line.hasPrefix("show") ? "" : " ")\(word)")
    }
    #expect(problem?.detail?.contains("…") == true)
    #expect(problem?.detail?.count ?? .max < 400)
  }

  @Test(
    arguments: [
      ("show luke", 72, "Luke Skywalker                                                  people/1\n\nBorn       19 BBY\n", true),
      ("show luke", 72, "Homeworld  Tatooine\n", true),
      ("show luke", 72, "Films      A New Hope · The Empire Strikes Back · Return of the Jedi ·\n           Revenge of the Sith\n", true),
      // Fields without data are left out, unless they are asked for.
      ("show luke", nil, "Species", false), ("show luke --all-fields", nil, "Species\tnone\n", true),
      ("show luke --fields species", nil, "Species\tnone\n", true), ("show luke movies/1", nil, "people/1\tLuke Skywalker\n", true),
      ("show luke movies/1", nil, "\nfilms/1\tA New Hope\n", true),
    ] as [(String, Int?, String, Bool)])
  func `show prints the fields and the names of references`(line: String, columns: Int?, part: String, isShown: Bool) async throws {
    let harness = try await CommandHarness.ran(line, columns: columns)
    #expect(harness.output.contains(part) == isShown && harness.notes == "", "\(harness.output)")
  }

  @Test func `show accepts several records`() async throws {
    let json = try JSON(parsing: try await CommandHarness.ran("show luke leia --json").output)
    #expect(json.array?.compactMap { $0["name"]?.string } == ["Luke Skywalker", "Leia Organa"])
    let csv = try await CommandHarness.ran("show luke tatooine --fields films,name -o csv").output
    #expect(csv.split(separator: "\n").map { $0.split(separator: ",")[1] } == ["id", "1", "1"], "\(csv)")
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run("show luke zzzz") }
    #expect(problem?.exitCode == .notFound)
  }

  /// The reply names no records, as one from a slow origin.
  @Test(arguments: ["", " --json"]) func `show --complete fails if a name is missing`(option: String) async throws {
    let luke = try await CatalogueRepository().record(Reference(.people, 1))
    let harness = CommandHarness(ScriptedRepository(["holocron.cache GET /people/1": [luke.cached.reply]]))
    let problem = await #expect(throws: Problem.self) { try await harness.run("show people/1 --complete\(option)") }
    #expect(problem?.title == "names are missing" && problem?.exitCode == .unavailable && harness.output == "")
  }

  @Test func `show --json prints the record as received, with the names of references`() async throws {
    let harness = try await CommandHarness.ran("show people/1 --json")
    let sent = try await CatalogueRepository().record(Reference(.people, 1))
    let names = await ReferenceNames.fetched(sent.json.recordReferences, from: CatalogueRepository(), kinds: .standard)
    #expect(harness.output == sent.json.naming(names).text() + "\n")
    // Without names, nothing is changed.
    #expect(sent.json.naming(ReferenceNames()).text() == String(decoding: sent.cached.body, as: UTF8.self))
  }

  @Test(arguments: [
    ("", "http://127.0.0.1:8/api/planets/1/", false), (" --dialect swapi", "http://127.0.0.1:8/api/planets/1/", false),
    (" --dialect swapi-info", "http://127.0.0.1:8/api/planets/1", false),
    (" --dialect swapi-tech", "http://127.0.0.1:8/api/planets/1", true),
  ])
  func `the wire format is that of the chosen dialect, with the links of the origin`(
    _ options: String, _ url: String, _ hasEnvelope: Bool
  ) async throws {
    let output = try await CommandHarness.ran("show planets/1 --wire\(options)").output
    let json = try JSON(parsing: output)
    #expect((hasEnvelope ? json["result"]?["properties"] : json)?["url"] == .string(url))
    #expect(output.hasSuffix("}\n") && output.split(separator: "\n").count == 1)
    #expect(try JSON(parsing: try await CommandHarness.ran("films --wire\(options)").output).array?.count == 6)
    #expect(try await CommandHarness.ran("films --wire\(options) --output jsonl").output.split(separator: "\n").count == 6)
  }

  @Test(
    arguments: [
      (nil, "https://swapi.dev/api"), ("embedded", "https://swapi.dev/api"), ("http://h:1/api/people/1/", "http://h:1/api"),
      ("http://h:1/api/people/1", "http://h:1/api"), ("http://h/api/people/?page=2", "http://h/api"), ("http://h/people/1", "http://h"),
      ("https://people/", "https://swapi.dev/api"), ("https://people/api/people/2", "https://people/api"),
    ] as [(String?, String)])
  func `the base URL of links is derived from the location`(location: String?, base: String) {
    #expect(WireFormat.base(nil, location, KindName.people) == base)
  }

  @Test(arguments: ["4", "IV", "iv", "new hope", "'a new hope'", "hope"]) func `crawl finds a film by number or title`(episode: String)
    async throws
  {
    let harness = try await CommandHarness.ran("crawl \(episode) --still", columns: 80)
    let lines = harness.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("Episode IV"))
    #expect(lines[1].hasSuffix("A NEW HOPE"))
    #expect(lines.allSatisfy { $0.columns <= 80 })
    let pipe = try await CommandHarness.ran("crawl \(episode)")
    let paragraphs = pipe.output.split(separator: "\n")
    #expect(paragraphs.first == "Episode IV\tA New Hope")
    #expect(paragraphs.count == 4)
    #expect(try await JSON(parsing: CommandHarness.ran("crawl \(episode) --json").output)["crawl"]?.array?.count == 3)
  }

}
