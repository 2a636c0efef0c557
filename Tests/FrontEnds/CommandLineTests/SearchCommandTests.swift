import Client
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

/// Search, suggestions, history and paths with a ``FakeSearchService``.
@Suite struct SearchCommandTests {
  @Test func `a search shows the matches and the matching fields`() async throws {
    let harness = CommandHarness(columns: 80)
    #expect(try await harness.run("search tatoine") == .success)
    #expect(
      harness.output == """
        NAME            RECORD     MATCHED IN
        Tatooine        planets/1
        Luke Skywalker  people/1   Homeworld Tatooine

        """)
    #expect(
      harness.notes == """
        Showing results for tatooine
        The best 2 of 12 results; for more, use --limit 12
        The index has 240 of 260 records; run holocron cache warm to fetch the rest.

        """)
  }

  @Test func `a search prints JSON, JSON Lines and CSV`() async throws {
    let json = try await CommandHarness.ran("search tatoine --kind planets --json")
    #expect(try JSON(parsing: json.output).array?.compactMap { Match($0)?.reference } == [FakeSearchService.tatooine])
    #expect(json.notes.contains("Showing results for tatooine") && json.notes.contains("The index has 240 of 260 records"), "\(json.notes)")
    let lines = try await CommandHarness.ran("search tatoine -o jsonl -q")
    #expect(lines.output.split(separator: "\n").count == 2)
    #expect(lines.notes == "")
    #expect(try await CommandHarness.ran("search tatoine -o csv --limit 1").output == "kind,id,name,field,excerpt\nplanets,1,Tatooine,,\n")
  }

  @Test func `a search without results prints a hint on a terminal`() async throws {
    let harness = CommandHarness(columns: 80)
    #expect(try await harness.run("search zz top") == .success)
    #expect(harness.output == "")
    #expect(harness.notes.hasPrefix("No results for 'zz top'.\n"))
  }

  @Test(arguments: [
    ("search ''", "/search?q=&limit=500"), ("search x --kind Person", "/search?q=x&kind=people"),
    ("search x --kind movies", "/search?q=x&kind=films"),
    ("search x --sort COST", "/search?q=x&sort=costInCredits"), ("search x --sort Geboren --lang de", "/search?q=x&sort=birthYear"),
    ("search x --sort class --kind vehicle", "/search?q=x&kind=vehicles&sort=vehicleClass"),
  ])
  func `words for kinds and fields are those that people see, and no words list everything`(_ line: String, _ target: String) async throws {
    let requests = Recording()
    try await CommandHarness(requests.repository).run("\(line) --no-remember")
    #expect(requests.all.contains { $0.hasSuffix("GET \(target)") }, "\(requests.all)")
  }

  @Test(arguments: [
    ("kind:", "'kind:' needs a value, such as kind:films"), ("luke 'mass>'", "'mass>' needs a value, such as mass>100"),
    ("-hair_color= luke", "'-hair_color=' needs a value"), ("'mass>' 100", "'mass>' needs a value, such as mass>100"),
    ("--no-remember -- 'homeworld:'", "'homeworld:' needs a value, such as homeworld:WORD"),
    ("'born<'", "'born<' needs a value, such as born<19BBY"), ("'birthYear>'", "'birthYear>' needs a value, such as birthYear>19BBY"),
    ("'released>'", "'released>' needs a value, such as released>1980-05-21"),
  ])
  func `a filter without a value is an error`(_ line: String, _ detail: String) async {
    let line = line.hasPrefix("-hair") ? "-- \(line)" : line
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run("search \(line)") }
    #expect(problem?.exitCode == .usage)
    #expect(problem?.detail?.hasPrefix(detail) == true, "\(problem?.detail ?? "none")")
  }

  @Test func `suggestions are plain names`() async throws {
    #expect(try await CommandHarness.ran("suggest lu").output == "Luke Skywalker\tpeople/1\n")
    let nothing = try await CommandHarness.ran("suggest qqq", columns: 80)
    #expect(nothing.output == "" && nothing.notes == "No names match 'qqq'.\n")
  }

  @Test func `the history saves and removes searches`() async throws {
    let repository = CatalogueRepository()
    for line in ["search first", "search second search", "search third --no-remember"] { try await CommandHarness(repository).run(line) }
    #expect(try await CommandHarness.ran("history", repository).output == "second search\t3 h 59 min ago\nfirst\t4 h ago\n")
    let remove = try await CommandHarness.ran("history remove second search --json", repository)
    #expect(remove.output == "{\"forgotten\":1}\n")
    let problem = await #expect(throws: Problem.self) { try await CommandHarness(repository).run("history remove frist") }
    #expect(problem?.exitCode == .notFound)
    #expect(problem?.extensions["suggestions"] == ["first"])
    try await CommandHarness(repository).run("history clear --yes")
    #expect(try await CommandHarness.ran("history --json", repository).output == "[]\n")
  }

  @Test(arguments: [(0, "just now"), (-5, "just now"), (59_999, "just now"), (60_000, "1 min ago"), (7_200_000, "2 h ago")])
  func `the history shows the age of a search`(milliseconds: Int64, text: String) {
    let history = History([History.Entry("luke", at: CommandHarness.now - milliseconds)])
    #expect(historyReport(history, now: CommandHarness.now, in: English()).plainRows == [["luke", text]])
    #expect(historyReport(History([History.Entry("luke", at: .min)]), now: CommandHarness.now, in: English()).blocks.count == 1)
  }

  @Test func `a path shows the field of each step`() async throws {
    let harness = try await CommandHarness.ran("path luke to leia organa", columns: 80)
    #expect(
      harness.output == """
        VIA      NAME            RECORD
                 Luke Skywalker  people/1
        ↓ Films  A New Hope      films/1
        ↑ Films  Leia Organa     people/5

        """)
    #expect(harness.notes == "2 steps\n")
    let json = try await CommandHarness.ran("path people/1 people/5 --json")
    let path = ReferencePath(try JSON(parsing: json.output))
    #expect(path?.steps.count == 2)
    #expect(try await CommandHarness.ran("path people/1 people/5 -o jsonl").output.split(separator: "\n").count == 3)
    #expect(try await CommandHarness.ran("path luke luke", columns: 80).notes == "Both names refer to the same record.\n")
  }

  @Test(arguments: [
    (["luke", "jabba"], ["luke", "jabba"]), (["leia", "organa", "to", "millennium", "falcon"], ["leia organa", "millennium falcon"]),
    (["a", "to", "to", "b"], nil), (["to", "a", "b"], nil), (["a", "b", "to"], nil), (["a", "b", "c"], nil),
    (["luke", "to"], nil), (["to", "luke"], nil), (["to", "to"], nil),
  ]) func `the operands of a path are split into two names`(words: [String], ends: [String]?) {
    #expect((try? PathCommand.ends(words)) == ends)
  }

  @Test(arguments: ["search luke", "suggest luke", "history", "path luke leia"]) func `a request without a search worker fails at once`(
    line: String
  ) async {
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness(CatalogueRepository(services: [.cache, .fetch])).run(line)
    }
    #expect(problem?.exitCode == .unavailable)
    #expect(problem?.description == "no search worker is attached: start one with holocron-search")
    // The workers of a bus that just started may still be connecting, so the broker waits for them before it replies that there are none.
    let newBus = await #expect(throws: Problem.self) {
      try await CommandHarness(CatalogueRepository(services: [.cache, .fetch], uptime: 0.2)).run(line)
    }
    #expect(newBus == problem)
  }

  @Test func `a fleet without search workers says so at once, also right after its start`() async throws {
    let folder = try TemporaryDirectory()
    try Folder.create(folder.file("holocron"))
    guard case .acquired(let lock) = try PidFile(folder.file("holocron/supervisor.pid")).acquire() else { throw CancellationError() }
    let repository = CatalogueRepository(services: [.cache, .fetch], uptime: 0.2)
    func problem(searches: Int) async throws -> Problem? {
      try folder.write(
        #"{"pid":\#(OwnProcess.id),"bus":"inproc://harness","fleet":{"searches":\#(searches)}}"#, to: "holocron/supervisor.json")
      return await #expect(throws: Problem.self) {
        try await CommandHarness(repository, variables: ["XDG_RUNTIME_DIR": folder.path]).run("search luke")
      }
    }
    let none = try await problem(searches: 0)
    #expect(none?.exitCode == .unavailable)
    #expect(none?.description == "the fleet runs no search worker: start one with holocron scale search=1")
    // One that does not run, although it should.
    #expect(try await problem(searches: 1)?.description == "no search worker is attached: start one with holocron-search")
    withExtendedLifetime(lock) {}
  }

  /// The search waits only on a bus that has just started. If the index does not grow, the search uses it as it is.
  @Test(arguments: [(0.2, 5, 5), (0.2, 0, 26), (60, 5, 0)]) func `a search waits while a new index grows`(
    uptime: Double, growth: Int, requests: Int
  )
    async throws
  {
    let repository = CatalogueRepository(uptime: uptime, search: FakeSearchService(growth: growth))
    let harness = try await CommandHarness.ran("search tatoine -q", repository)
    #expect(repository.search.statisticsRequestCount == requests)
    #expect(harness.output.hasPrefix("Tatooine\t"))
  }

  @Test func `a search waits for a restarted worker and its index`() async throws {
    let repository = CatalogueRepository(restarting: [.search], search: FakeSearchService(growth: 5))
    let harness = try await CommandHarness.ran("search tatoine -q", repository)
    #expect(repository.search.statisticsRequestCount == 5)
    #expect(harness.output.hasPrefix("Tatooine\t"))
  }

}

/// `holocron people --search` while the origin cannot be reached, or does not answer.
@Suite struct CachedSearchTests {
  /// A cache whose origin cannot be reached: it answers only requests for the whole list, if it has that, of this age in seconds.
  private static func offline(hasList: Bool, age: Int64 = 0) -> CatalogueRepository {
    CatalogueRepository(reply: { _, request throws(Problem) in
      let list = try ListRequest(request)
      if let list, list.search == nil, list.validation.onlyIfCached, hasList, list.validation.maxAge ?? age >= age { return nil }
      return Reply(
        Problem(502, "the origin cannot be reached", detail: "http://127.0.0.1:1 refused the connection", type: ProblemType.origin))
    })
  }

  @Test(arguments: [0, 100_000] as [Int64]) func `a search of a cached list needs no origin, and says so if the list is old`(age: Int64)
    async throws
  {
    let harness = CommandHarness(Self.offline(hasList: true, age: age))
    #expect(try await harness.run("people --search 'sky WALK' --json") == .success)
    let names = try JSON(parsing: harness.output).array?.compactMap { $0["name"]?.string }
    #expect(names?.sorted() == ["Anakin Skywalker", "Luke Skywalker", "Shmi Skywalker"])
    let note = "holocron: http://127.0.0.1:1 refused the connection; this is a search of the cached list\n"
    // The names of other records are missing, too.
    #expect(harness.notes.contains(note) == (age > 0), "\(harness.notes)")
  }

  @Test func `without the whole list, the error of the origin remains`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness(Self.offline(hasList: false)).run("people --search sky")
    }
    #expect(problem?.type == ProblemType.origin)
  }
}
