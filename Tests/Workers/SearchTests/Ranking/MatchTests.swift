import Contracts
import Models
import Testing

@testable import Search

/// The contents of a match: marks, fields, excerpts, corrections.
struct MatchTests {
  /// Query, name of the first match, its field, and the text with brackets around the marks.
  static let table: [(String, String, String?, String)] = [
    ("luke", "Luke Skywalker", nil, "[Luke] Skywalker"),
    ("luk sky", "Luke Skywalker", nil, "[Luk]e [Sky]walker"),
    ("padme", "Padmé Amidala", nil, "[Padmé] Amidala"),
    ("padm", "Padmé Amidala", nil, "[Padm]é Amidala"),
    ("r2d2", "R2-D2", nil, "[R2-D2]"),
    ("xwing", "X-wing", nil, "[X-wing]"),
    ("twilek", "Twi'lek", nil, "[Twi'lek]"),
    ("tatoine", "Tatooine", nil, "[Tatooine]"),
    ("yavin 4", "Yavin IV", nil, "[Yavin] [IV]"),
    ("kershner", "The Empire Strikes Back", "director", "Irvin [Kershner]"),
    ("episode 4", "A New Hope", "episode", "[episode] [4]"),
    ("hopper", "T-16 skyhopper", nil, "T-16 sky[hopper]"),
    (#""empire strikes""#, "The Empire Strikes Back", nil, "The [Empire Strikes] Back"),
  ]

  @Test(arguments: table) func `marks show the matching characters`(query: String, name: String, field: String?, marked: String)
    async throws
  {
    let match = try #require(try await SearchCorpus.standard.search(query).matches.first)
    #expect(match.name == name)
    #expect(match.field == field)
    #expect(Self.show(match) == marked)
  }

  @Test func `every match survives encoding and decoding`() async throws {
    for query in ExpectedFirst.all.map(\.query) + ["a", "the empire", "desert planet", "blue eyes", "corellian"] {
      for match in try await SearchCorpus.standard.search(query, limit: 500).matches { #expect(Match(match.json) == match, "\(query)") }
    }
  }

  @Test(arguments: [
    ("tatoine", "tatooine"), ("milenium falcon", "millennium falcon"), ("leia organna", "leia organa"), ("LUKE", nil), ("luke", nil),
    ("mace windoo kind:people", "mace windu kind:people"), ("obi wan", nil), ("r2d2", nil), ("padmee", "padmé"), ("c3p0", "c-3po"),
    ("milleniumfalcon", "millennium falcon"), ("clone wars", nil), ("bounty hunter", nil),
  ])
  func `misspelled words are corrected`(query: String, expected: String?) async throws {
    #expect(try await SearchCorpus.standard.search(query).correction == expected)
  }

  @Test func `records are found by the names of records they refer to`() async throws {
    let found = try await SearchCorpus.standard.search("tatooine", limit: 500).matches
    #expect(found.first?.name == "Tatooine")
    #expect(found.contains { $0.name == "Shmi Skywalker" && $0.field == "homeworld" && $0.excerpt == "Tatooine" })
  }

  @Test(arguments: ["mass>1000", "1358"]) func `a match in a quantity has its measures`(query: String) async throws {
    let match = try #require(try await SearchCorpus.standard.search(query, limit: 500).matches.first { $0.name == "Jabba Desilijic Tiure" })
    #expect(match.field == "mass")
    #expect(match.excerpt == "1358 kg")
    #expect(match.quantity == [Measure(.whole(1_358), unit: "kg")])
  }

  @Test func `the count includes all matches and the limit keeps the best`() async throws {
    let all = try await SearchCorpus.standard.search("tatooine", limit: 500)
    let some = try await SearchCorpus.standard.search("tatooine", limit: 3)
    #expect(some.count == all.count)
    #expect(some.matches == Array(all.matches.prefix(3)))
    #expect(all.matches.count == all.count)
  }

  @Test(arguments: ["luke", "tatooine", "green", "starfighter", "4"]) func `a kind restricts the results`(query: String) async throws {
    let people = try #require(KindName("people"))
    let found = try await SearchCorpus.standard.search(query, kind: people, limit: 500)
    #expect(found.matches.allSatisfy { $0.reference.kind == people })
    #expect(try await SearchCorpus.standard.search("kind:people \(query)", limit: 500).matches == found.matches)
  }

  @Test(arguments: ["", "  ", "kind:", "homeworld:", "mass>="]) func `an empty or unfinished query lists all records`(query: String)
    async throws
  {
    #expect(try await SearchCorpus.standard.search(query).count == 260)
  }

  static func show(_ match: Match) -> String {
    var text = Array(match.excerpt ?? match.name).map(String.init)
    for mark in match.marks {
      text[mark.lowerBound] = "[" + text[mark.lowerBound]
      text[mark.upperBound - 1] += "]"
    }
    return text.joined()
  }
}
