import Models
import OrderedJSON
import Testing

/// The examples of Models.docc, which a test of the architecture compares with this file.
struct ExampleTests {
  @Test func `a record is written and read in canonical form`() throws {
    var luke = Person()
    luke.name = Prose("Luke Skywalker")
    luke.height = Fact("172")
    luke.homeworld = .to(Reference(Planet.kind, 1))
    let record = Record(luke, id: 1)
    let bytes = record.canonical.bytes()
    let copy = try Record(canonical: JSON(parsing: bytes), kinds: .standard)

    #expect(copy == record)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"kind":"people","id":1,"name":"Luke Skywalker","homeworld":{"kind":"planets","id":1},"#
        + #""height":{"text":"172","value":172,"unit":"cm"}}"#)
  }

  @Test func `a kind is its fields`() throws {
    let kinds = Kinds([Droid.self, Film.self])
    let droids = try #require(kinds[Droid.kind])
    let records = try [(1, "96"), (2, "167"), (3, "unknown")].map { id, height in
      try droids.record(id: id) { key in key == "height" ? .text(height) : key == "films" ? .references([]) : .missing }
    }
    let tallest = try droids.sorted(records, by: "height", descending: true)

    #expect(tallest.map(\.reference.id) == [2, 1, 3])
    #expect(records[0].sections.map(\.title) == ["Droid", "Appearing"])
    #expect(droids.schema["properties"]?["model"] != nil)
  }
}

struct Droid: Kind {
  var name = Prose.missing
  var model = Fact<Label>.missing
  var height = Fact<Quantity<Centimeters>>.missing
  var films = Links<Film>.missing

  static let kind = KindName(checked: "droids")
  static let singular = "droid"
  static let title = "Droids"
  static let sortKeys = ["name", "model", "height"]

  static let fields: [Field<Droid>] = [
    Field("name", "Name", get: { $0.name }, set: { $0.name = $1 }),
    Field("model", "Model", in: "Droid", get: { $0.model }, set: { $0.model = $1 }),
    Field("height", "Height", in: "Droid", get: { $0.height }, set: { $0.height = $1 }),
    Field("films", "Films", in: "Appearing", get: { $0.films }, set: { $0.films = $1 }),
  ]
}
