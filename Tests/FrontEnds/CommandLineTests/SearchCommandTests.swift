import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

/// Search, suggestions, history and paths, against ``SearchStandIn``.
@Suite struct SearchCommandTests {
  @Test func searchTellsWhatFitsAndWhy() async throws {
    let rig = Rig(columns: 80)
    #expect(try await rig.run("search tatoine") == .success)
    #expect(
      rig.output == """
        NAME            RECORD     BECAUSE OF
        Tatooine        planets/1
        Luke Skywalker  people/1   Homeworld Tatooine

        """)
    #expect(
      rig.notes == """
        Showing results for tatooine
        The best 2 of 12; more: --limit 12
        The index knows 240 of 260 records; holocron cache warm fetches the rest.

        """)
  }

  @Test func searchForPrograms() async throws {
    let json = Rig()
    try await json.run("search tatoine --kind planets --json")
    let answer = try SearchAnswer(try JSON(parsing: json.output))
    #expect(answer.matches.map(\.reference) == [SearchStandIn.tatooine])
    #expect(answer.correction == "tatooine")
    let lines = Rig()
    try await lines.run("search tatoine -o jsonl -q")
    #expect(lines.output.split(separator: "\n").count == 2)
    #expect(lines.notes == "")
    let csv = Rig()
    try await csv.run("search tatoine -o csv --limit 1")
    #expect(csv.output == "kind,id,name,field,excerpt\nplanets,1,Tatooine,,\n")
  }

  @Test func nothingFoundIsSaidOnATerminal() async throws {
    let rig = Rig(columns: 80)
    #expect(try await rig.run("search zz top") == .success)
    #expect(rig.output == "")
    #expect(rig.notes.hasPrefix("Nothing fits 'zz top'.\n"))
  }

  @Test(arguments: [
    ("kind:", "'kind:' lacks its value: write kind:films"), ("luke 'mass>'", "'mass>' lacks its value: write mass>100"),
    ("-hair_color= luke", "'-hair_color=' lacks its value"), ("'mass>' 100", "'mass>' lacks its value: write mass>100"),
    ("--no-remember -- 'homeworld:'", "'homeworld:' lacks its value"),
  ])
  func aFilterWithoutAValueIsNamed(_ line: String, _ detail: String) async {
    let line = line.hasPrefix("-hair") ? "-- \(line)" : line
    let problem = await #expect(throws: Problem.self) { try await Rig().run("search \(line)") }
    #expect(problem?.exitCode == .usage)
    #expect(problem?.detail?.hasPrefix(detail) == true, "\(problem?.detail ?? "none")")
  }

  @Test(arguments: ["kind:people", "\"kind:\"", "tatoine \"mass> \"", "name:\"luke s\"", "a:", ":", "-", ">", "mass>100 \"x\""])
  func whatLooksLikeAFilterWithoutAValueMayBeText(text: String) throws {
    try UnfinishedFilter.refuse(in: text, kinds: .standard)
  }

  @Test func marksStandOut() {
    let text = StyledText.marked("Luke Skywalker", .accent, at: [0..<4, 5..<8])
    #expect(text.spans == [.init("Luke", .match), .init(" ", .accent), .init("Sky", .match), .init("walker", .accent)])
    // A worker is not to be trusted with ranges.
    #expect(StyledText.marked("Yoda", .accent, at: [2..<9, 1..<3]).text == "Yoda")
  }

  @Test func suggestionsAreBareNames() async throws {
    let rig = Rig()
    try await rig.run("suggest lu")
    #expect(rig.output == "Luke Skywalker\tpeople/1\n")
    let nothing = Rig(columns: 80)
    try await nothing.run("suggest qqq")
    #expect(nothing.output == "" && nothing.notes == "No name fits 'qqq'.\n")
  }

  @Test func searchesAreRememberedAndForgotten() async throws {
    let repository = CatalogueRepository()
    for line in ["search first", "search second search", "search third --no-remember"] { try await Rig(repository).run(line) }
    let rig = Rig(repository)
    try await rig.run("history")
    #expect(rig.output == "second search\t3 h 59 min ago\nfirst\t4 h ago\n")
    let remove = Rig(repository)
    try await remove.run("history remove second search --json")
    #expect(remove.output == "{\"forgotten\":1}\n")
    let problem = await #expect(throws: Problem.self) { try await Rig(repository).run("history remove frist") }
    #expect(problem?.exitCode == .notFound)
    #expect(problem?.extensions["suggestions"] == ["first"])
    try await Rig(repository).run("history clear --yes")
    let empty = Rig(repository)
    try await empty.run("history --json")
    #expect(empty.output == "{\"searches\":[]}\n")
  }

  @Test(arguments: [(0, "just now"), (-5, "just now"), (59_999, "just now"), (60_000, "1 min ago"), (7_200_000, "2 h ago")])
  func agesOfSearches(milliseconds: Int64, text: String) { #expect(HistoryReport.age(milliseconds) == text) }

  @Test func aPathNamesTheRelationOfEachStep() async throws {
    let rig = Rig(columns: 80)
    try await rig.run("path luke to leia organa")
    #expect(
      rig.output == """
        BY WAY OF  NAME            RECORD
                   Luke Skywalker  people/1
        ↓ Films    A New Hope      films/1
        ↑ Films    Leia Organa     people/5

        """)
    #expect(rig.notes == "2 steps\n")
    let json = Rig()
    try await json.run("path people/1 people/5 --json")
    #expect(try ReferencePath(try JSON(parsing: json.output)).steps.count == 2)
    let lines = Rig()
    try await lines.run("path people/1 people/5 -o jsonl")
    #expect(lines.output.split(separator: "\n").count == 3)
    let same = Rig(columns: 80)
    try await same.run("path luke luke")
    #expect(same.notes == "Both are the same record.\n")
  }

  @Test(arguments: [
    (["luke", "jabba"], ["luke", "jabba"]), (["leia", "organa", "to", "tie", "fighter"], ["leia organa", "tie fighter"]),
    (["a", "to", "to", "b"], nil), (["to", "a", "b"], nil), (["a", "b", "to"], nil), (["a", "b", "c"], nil),
  ]) func endsOfAPath(words: [String], ends: [String]?) { #expect((try? PathCommand.ends(words)) == ends) }

  @Test(arguments: [
    ("search", 2), ("search ' '", 2), ("search luke --kind persons", 2), ("search luke --limit 501", 2), ("history forget x", 2),
    ("history remove", 2), ("history clear all", 2), ("path luke", 2), ("path leia luke", 3), ("path luke zzzz", 3),
  ]) func failuresHaveTheirExitCode(line: String, code: Int32) async {
    let problem = await #expect(throws: Problem.self) { try await Rig().run(line) }
    #expect(problem?.exitCode.number == code)
  }

  @Test(arguments: ["search luke", "suggest luke", "history", "path luke leia"]) func withoutASearchWorkerItIsSaidAtOnce(line: String) async
  {
    let problem = await #expect(throws: Problem.self) { try await Rig(CatalogueRepository(services: [.cache, .fetch])).run(line) }
    #expect(problem?.exitCode == .unavailable)
    #expect(problem?.description == "no search worker is attached: start one with holocron-search")
    // The workers of a bus that has just come up may be on their way: the broker waits for them, and says in the end that there are none.
    let young = await #expect(throws: Problem.self) {
      try await Rig(CatalogueRepository(services: [.cache, .fetch], uptime: 0.2)).run(line)
    }
    #expect(young == problem)
  }

  /// Only where the bus has just come up; an index that stands still is taken as it is.
  @Test(arguments: [(0.2, 5, 5), (0.2, 0, 26), (60, 5, 0)]) func aSearchWaitsWhileANewIndexGrows(uptime: Double, growth: Int, looks: Int)
    async throws
  {
    let repository = CatalogueRepository(uptime: uptime, search: SearchStandIn(growth: growth))
    let rig = Rig(repository)
    try await rig.run("search tatoine -q")
    #expect(repository.search.timesLookedAt == looks)
    #expect(rig.output.hasPrefix("Tatooine\t"))
  }

  @Test func whatIsNotFoundComesWithSuggestionsOfTheSearchWorker() async {
    let problem = await #expect(throws: Problem.self) { try await Rig().run("show lxkx") }
    #expect(problem?.extensions["suggestions"] == ["Luke Skywalker (people/1)"])
    let alone = await #expect(throws: Problem.self) { try await Rig(CatalogueRepository(services: [.cache])).run("show lxkx") }
    #expect(alone?.extensions["suggestions"] == nil)
  }
}
