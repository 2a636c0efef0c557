import Models
import OrderedJSON
import TestSupport
import Testing

/// Finding records by name.
@Suite struct NameIndexTests {
  static let index = NameIndex(
    [
      ("people/1", "Luke Skywalker"), ("people/3", "R2-D2"), ("people/11", "Anakin Skywalker"), ("people/35", "Padmé Amidala"),
      ("planets/1", "Tatooine"), ("starships/12", "X-wing"), ("species/9", "Ewok"), ("people/44", "Darth Maul"),
      ("people/4", "Darth Vader"), ("people/30", "Wicket Systri Warrick"), ("films/1", "A New Hope"), ("people/79", "Grievous"),
    ].map { NameIndex.Entry(reference($0.0), $0.1) })

  @Test(arguments: [
    ("Luke Skywalker", "people/1"), ("luke", "people/1"), ("LUKE", "people/1"), ("padme", "people/35"), ("Padme\u{301}", "people/35"),
    ("r2d2", "people/3"), ("R2 D2", "people/3"), ("xwing", "starships/12"), ("hope", "films/1"), ("new hope", "films/1"),
    ("sky luke", "people/1"), ("ooine", "planets/1"), ("vader", "people/4"), ("systri", "people/30"),
  ])
  func `a query finds the single best match`(query: String, expected: String) {
    guard case .found(let entry) = Self.index.find(query) else {
      Issue.record("\(query) was not found")
      return
    }
    #expect(entry.reference == reference(expected))
  }

  @Test func `several equal matches are ambiguous`() {
    #expect(names(Self.index.find("skywalker")) == ["Luke Skywalker", "Anakin Skywalker"])
    #expect(names(Self.index.find("darth")) == ["Darth Maul", "Darth Vader"])
  }

  @Test func `an unknown name gets similar names`() {
    #expect(Self.index.find("tatoine") == .unknown(suggestions: [.init(reference("planets/1"), "Tatooine")]))
    #expect(Self.index.find("lukke") == .unknown(suggestions: [.init(reference("people/1"), "Luke Skywalker")]))
    #expect(Self.index.find("qqqqqq") == .unknown(suggestions: []))
    #expect(Self.index.find(" - ") == .unknown(suggestions: []))
  }

  @Test func `all records of a similar name are suggested`() {
    let entries = [NameIndex.Entry(reference("people/1"), "Boba Fett"), .init(reference("people/2"), "Boba Fett")]
    #expect(NameIndex(entries).find("boba fet") == .ambiguous(entries))
    #expect(NameIndex(entries).find("bobba fet") == .unknown(suggestions: entries))
  }

  private func names(_ outcome: NameIndex.Outcome) -> [String] {
    if case .ambiguous(let entries) = outcome { entries.map(\.name) } else { [] }
  }
}

/// Names and labels of canonical records, and suggestions for mistyped words.
@Suite struct RecordNameTests {
  @Test(arguments: [
    ("peple", ["people"]), ("planet", ["planets"]), ("filsm", ["films"]), ("vehicels", ["vehicles"]), ("xyzzy", []), ("", []),
    ("spe", ["species"]),
  ])
  func `mistyped kinds get suggestions`(word: String, expected: [String]) {
    #expect(suggestions(for: word, among: Kinds.standard.all.map(\.name.text)) == expected)
  }

  @Test(arguments: [
    // The beginning of a name, one of its words, and a name that is listed twice.
    ("hmewor", ["homeworld"]), ("yaer", ["birth year"]), ("heigth", ["height"]), ("eye color", ["eye_color"]), ("ho", ["homeworld"]),
    ("h", []),
  ])
  func `mistyped names get suggestions`(word: String, expected: [String]) {
    let names = ["homeworld", "birth year", "height", "eye_color", "mass", "height"]
    #expect(suggestions(for: word, among: names) == expected)
  }

  @Test(arguments: [("person", ["people"]), ("persn", ["people"]), ("starship", ["starships"]), ("peeple", ["people"]), ("zzz", [])])
  func `singular and mistyped words match kinds`(word: String, expected: [String]) {
    #expect(Kinds.standard.names(like: word) == expected)
  }

  static let film: JSON = [
    "kind": "films", "id": 1, "title": "A New Hope", "episode": 4, "director": ["text": "George Lucas"],
  ]

  static let person: JSON = ["kind": "people", "id": 1, "name": "Luke", "mass": ["text": "77"]]
  static let droid: JSON = ["kind": "droids", "id": 3, "name": "R2-D2", "extra": ["color": "blue"]]
  static let labels: [(JSON, JSON)] = [
    (film, ["kind": "films", "id": 1, "title": "A New Hope", "episode": 4]), (person, ["kind": "people", "id": 1, "name": "Luke"]),
    (droid, ["kind": "droids", "id": 3, "name": "R2-D2"]), (["kind": "films", "id": 2], ["kind": "films", "id": 2]), ("text", [:]),
  ]

  @Test(arguments: labels)
  func `a label has the name and the default sort field`(record: JSON, label: JSON) {
    #expect(Kinds.standard.label(of: record) == label)
  }

  @Test func `a label is a canonical record without its other fields`() throws {
    let label = try Record(canonical: Kinds.standard.label(of: Self.film), kinds: .standard)
    let record = try Record(canonical: Self.film, kinds: .standard)
    #expect(label.name == "A New Hope")
    #expect(label.display("episode") == record.display("episode"))
    #expect(label.display("director") == nil)
  }
}
