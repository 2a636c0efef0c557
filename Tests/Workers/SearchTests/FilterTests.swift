import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Search

/// Filters applied to the embedded catalogue.
struct FilterTests {
  /// Queries, with the number of matching records and some of them.
  static let table: [(String, Int?, [String])] = [
    ("kind:people homeworld:tatooine", 10, ["people/1", "people/4", "people/43"]),
    ("kind:person homeworld:tatooine", 10, ["people/1"]),
    ("kind:People HOMEWORLD:Tatooine", 10, ["people/1"]),
    ("homeworld:planets/1", 10, ["people/2"]),
    ("homeworld:tatoine", 10, ["people/1"]),
    ("climate:frozen", nil, ["planets/4"]),
    ("kind:planets climate:arid", nil, ["planets/1"]),
    ("mass>1000", 1, ["people/16"]),
    ("mass>1,000kg", 1, ["people/16"]),
    ("kind:people height<=66", 1, ["people/20"]),
    ("height<67", 1, ["people/20"]),
    ("height=66", 1, ["people/20"]),
    ("height:66", 1, ["people/20"]),
    ("mass:unknown", nil, ["people/12", "people/28"].suffix(1)),
    ("hair_color:blond", nil, ["people/1"]),
    ("haircolor:blond", nil, ["people/1"]),
    ("kind:people Hair:blond", nil, ["people/1"]),
    ("born<500BBY", nil, ["people/16", "people/20"]),
    (#"films:"a new hope" kind:people"#, 18, ["people/1", "people/5"]),
    ("films>5 kind:people", 3, ["people/2", "people/3", "people/10"]),
    ("episode:iv", 1, ["films/1"]),
    ("episode=4", 1, ["films/1"]),
    ("released>=1999", 3, ["films/4", "films/5", "films/6"]),
    ("releaseDate<1980-05-18", 2, ["films/1", "films/2"]),
    (#"consumables>="5 years""#, nil, ["starships/15"]),
    ("name:luke", 1, ["people/1"]),
    ("title:hope", 1, ["films/1"]),
    ("kind:films,planets director:kershner", 1, ["films/2"]),
    ("kind:people homeworld:tatooine -luke", 9, ["people/4"]),
    ("kind:people homeworld:tatooine -gender:male", 4, ["people/2", "people/43"]),
    ("released>1999", 2, ["films/5", "films/6"]),
    ("kind:films", 6, ["films/1"]),
    ("-kind:people -kind:planets -kind:species -kind:vehicles -kind:starships", 6, ["films/1"]),
    ("", 260, []),
  ]

  @Test(arguments: table) func `a filter selects the matching records`(query: String, count: Int?, among: [String]) async throws {
    let outcome = try await SearchCorpus.standard.search(query, limit: 500)
    let references = outcome.matches.map(\.reference.description)
    if let count { #expect(outcome.count == count, "\(outcome.matches.map(\.name))") }
    for reference in among { #expect(references.contains(reference), "\(outcome.matches.map(\.name))") }
  }

  @Test func `filters alone list records by kind and name with the filtered value`() async throws {
    let outcome = try await SearchCorpus.standard.search("homeworld:naboo")
    let order = SearchCorpus.standard.schema.kinds.all.map(\.name)
    let positions = outcome.matches.compactMap { order.firstIndex(of: $0.reference.kind) }
    #expect(positions == positions.sorted())
    let people = outcome.matches.filter { $0.reference.kind.text == "people" }.map(\.name)
    #expect(people == people.sorted { FoldedText($0).compact < FoldedText($1).compact })
    #expect(outcome.matches.first?.field == "homeworld")
    #expect(outcome.matches.first?.excerpt == "Naboo")
  }

  @Test(arguments: [
    ("kind:people", "mass", true, ["people/16", "people/79"]), ("kind:people", "mass", false, ["people/47", "people/20"]),
    ("skywalker", "height", true, ["people/11", "people/1"]), ("kind:films", "name", false, ["films/1", "films/5"]),
    ("kind:people", "films", true, ["people/2"]),
  ])
  func `results are sorted by a field`(query: String, key: String, isDescending: Bool, first: [String]) async throws {
    let corpus = SearchCorpus.standard
    let outcome = try await corpus.search(query, limit: 3, by: SearchOrder(key, isDescending: isDescending))
    #expect(outcome.matches.prefix(first.count).map(\.reference.description) == first)
    #expect(outcome.matches.count <= 3)
    #expect(outcome.count == (try await corpus.search(query, limit: 3).count))
    if key != "name" { #expect(outcome.matches.allSatisfy { $0.field == key && $0.excerpt != nil }) }
  }

  @Test func `results without a value come last in either direction`() async throws {
    for isDescending in [false, true] {
      let order = SearchOrder("mass", isDescending: isDescending)
      let matches = try await SearchCorpus.standard.search("kind:people", limit: 500, by: order).matches
      let known = matches.map { !$0.quantity.isEmpty }
      #expect(known.contains(true) && known.contains(false))
      #expect(known == known.sorted { $0 && !$1 })
    }
  }

  @Test func `unknown values never satisfy a comparison`() async throws {
    let less = try await SearchCorpus.standard.search("kind:people mass<1000000", limit: 500).count
    let more = try await SearchCorpus.standard.search("kind:people mass>=0", limit: 500).count
    let unknown = try await SearchCorpus.standard.search("kind:people mass:unknown", limit: 500).count
    #expect(less == more)
    #expect(less + unknown == 82)
  }

  /// Queries with a part of the detail, the reason and the members from which front-ends make the detail.
  static let mistakes: [(String, String, ProblemReason, JSON.Object)] = [
    ("homwrld:tatooine", "homwrld", .unknownFilterField, ["name": "homwrld", "suggestions": ["homeworld"]]),
    ("hieght>2", "unknown field 'hieght'", .unknownFilterField, ["name": "hieght", "suggestions": ["height"]]),
    ("xyzzy:1", "unknown field 'xyzzy': quote the text to search for it", .unknownFilterField, ["name": "xyzzy"]),
    ("kind:pepole", "pepole", .unknownFilterKind, ["name": "pepole", "suggestions": ["people"]]),
    ("kind:droids", "species, ", .unknownFilterKind, ["name": "droids"]),
    ("person:luke", "write kind:people", .kindAsField, ["name": "person", "instead": "kind:people"]),
    ("kind:films mass>5", "unknown field 'mass': it exists only in people", .fieldOfOtherKinds, ["name": "mass", "kinds": ["people"]]),
    ("mass>heavy", "mass needs a number, such as mass>100 (kg)", .numberNeeded, ["name": "mass", "instead": "mass>100 (kg)"]),
    ("height>2m", "height needs a number, such as height>100 (cm)", .numberNeeded, ["name": "height"]),
    ("born<19", "born needs a number, such as born>19BBY", .numberNeeded, ["name": "born"]),
    ("released>soon", "released needs a date", .dateNeeded, ["name": "released", "instead": "released>1980-05-21"]),
    ("gender>5", "gender cannot be compared with < or >", .fieldWithoutOrder, ["name": "gender", "instead": "gender:5"]),
    (#"gender>"a b""#, "gender", .fieldWithoutOrder, ["name": "gender", "instead": #"gender:"a b""#]),
    ("kind>people", "kind", .fieldWithoutOrder, ["name": "kind", "instead": "kind:people"]),
    ("mass > 1000", "write mass>1000 without spaces", .spacedFilter, ["instead": "mass>1000"]),
    ("luke kind : people", "write kind:people without spaces", .spacedFilter, ["instead": "kind:people"]),
    (String(repeating: "a ", count: 33), "too many words", .tooManyWords, ["maximum": 32]),
  ]

  @Test(arguments: mistakes) func `an invalid query is explained`(
    query: String, part: String, reason: ProblemReason, members: JSON.Object
  ) async throws {
    let problem = try #require(await #expect(throws: Problem.self) { try await SearchCorpus.standard.search(query) })
    #expect(problem.status == 400 && problem.extensions["field"]?.string == "q" && problem.reason == reason)
    // Front-ends word the suggestions, so the detail must not repeat them.
    #expect(problem.detail?.contains(part) == true && problem.detail?.contains("did you mean") == false, "\(problem.detail ?? "")")
    for member in members { #expect(problem.extensions[member.name] == member.value, "\(member.name)") }
    #expect((problem.extensions["choices"]?.array?.contains("species") == true) == (query == "kind:droids"))
  }
}
