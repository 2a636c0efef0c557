import Models
import OrderedJSON
import Testing

/// The examples of Models.docc, which a test of the architecture compares with this file.
struct ExampleTests {
  @Test func `a record is written and read in canonical form`() throws {
    let values: [String: OriginValue] = [
      "name": .text("Luke Skywalker"), "height": .text("172"), "homeworld": .reference(Reference(.planets, 1)),
    ]
    let record = try Kind.people.record(id: 1) { key in values[key] ?? .missing }
    let bytes = record.canonicalBytes
    let copy = try Record(canonical: JSON(parsing: bytes), kinds: .standard)

    #expect(copy == record)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"kind":"people","id":1,"name":"Luke Skywalker","homeworld":{"kind":"planets","id":1},"#
        + #""height":{"text":"172","value":172,"unit":"cm"}}"#)
  }

  @Test func `a kind is its fields`() throws {
    let kinds = Kinds([.droids, .films])
    let droids = try #require(kinds[KindName(checked: "droids")])
    let records = try [(1, "96"), (2, "167"), (3, "unknown")].map { id, height in
      try droids.record(id: id) { key in key == "height" ? .text(height) : key == "films" ? .references([]) : .missing }
    }
    let tallest = try droids.sorted(records, by: "height", descending: true)

    #expect(tallest.map(\.reference.id) == [2, 1, 3])
    #expect(records[0].sections.map(\.title) == ["Droid", "Appearing"])
    #expect(droids.schema["properties"]?["model"] != nil)
  }
}

extension Kind {
  static let droids = Kind(
    KindName(checked: "droids"), singular: "droid", title: "Droids", sortKeys: ["name", "model", "height"],
    fields: [
      Field("name", "Name", .prose),
      Field("model", "Model", .label, in: "Droid"),
      Field("height", "Height", .quantity(.cm), in: "Droid"),
      Field("films", "Films", .links(.films), in: "Appearing"),
    ])
}
