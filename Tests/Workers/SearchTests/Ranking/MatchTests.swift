import Contracts
import Models
import Testing

@testable import Search

/// What an answer shows of a record that fits: marks, fields, excerpts, corrections.
struct MatchTests {
  /// Query, name of the first match, its field, and the marked text with brackets around what fits.
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

  @Test(arguments: table) func `marks say what fits`(query: String, name: String, field: String?, marked: String) async throws {
    let match = try #require(try await Library.standard.search(query).matches.first)
    #expect(match.name == name)
    #expect(match.field == field)
    #expect(Self.show(match) == marked)
  }

  @Test func `every match survives the bus`() async throws {
    for query in ExpectedFirst.all.map(\.query) + ["a", "the empire", "desert planet", "blue eyes", "corellian"] {
      for match in try await Library.standard.search(query, limit: 500).matches { #expect(Match(match.json) == match, "\(query)") }
    }
  }

  @Test(arguments: [
    ("tatoine", "tatooine"), ("milenium falcon", "millennium falcon"), ("leia organna", "leia organa"), ("LUKE", nil), ("luke", nil),
    ("mace windoo kind:people", "mace windu kind:people"), ("obi wan", nil), ("r2d2", nil), ("padmee", "padmé"), ("c3p0", "c-3po"),
    ("milleniumfalcon", "millennium falcon"), ("clone wars", nil), ("bounty hunter", nil),
  ])
  func `corrections`(query: String, expected: String?) async throws {
    #expect(try await Library.standard.search(query).correction == expected)
  }

  @Test func `records are found by the names of those they refer to`() async throws {
    let found = try await Library.standard.search("tatooine", limit: 500).matches
    #expect(found.first?.name == "Tatooine")
    #expect(found.contains { $0.name == "Shmi Skywalker" && $0.field == "homeworld" && $0.excerpt == "Tatooine" })
  }

  @Test func `the count is that of all, the matches are the best`() async throws {
    let all = try await Library.standard.search("tatooine", limit: 500)
    let some = try await Library.standard.search("tatooine", limit: 3)
    #expect(some.count == all.count)
    #expect(some.matches == Array(all.matches.prefix(3)))
    #expect(all.matches.count == all.count)
  }

  @Test(arguments: ["luke", "tatooine", "green", "starfighter", "4"]) func `a kind narrows`(query: String) async throws {
    let people = try #require(KindName("people"))
    let found = try await Library.standard.search(query, kind: people, limit: 500)
    #expect(found.matches.allSatisfy { $0.reference.kind == people })
    #expect(try await Library.standard.search("kind:people \(query)", limit: 500).matches == found.matches)
  }

  @Test(arguments: ["", "  ", "kind:", "homeworld:", "mass>="]) func `who asks for nothing yet sees all`(query: String) async throws {
    #expect(try await Library.standard.search(query).count == 260)
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
