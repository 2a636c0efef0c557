import OrderedJSON
import TestSupport
import Testing

@testable import Models

@Suite struct SchemaTests {
  @Test(arguments: Kinds.standard.all)
  func `every record is valid under its schema`(_ kind: Kind) throws {
    let records = [
      try Sample.record(kind), try Sample.record(kind) { _ in .null }, try Sample.record(kind) { _ in .missing },
      try Sample.record(kind, extras: ["affiliation": ["rebels"]]),
      try Sample.record(kind) { if case .text = $0 { .text("unknown") } else { $0 } },
      try Sample.record(kind) { if case .text = $0 { .text("1.5 (surface), 1 standard (Cloud City)") } else { $0 } },
      try Sample.record(kind) { if case .text = $0 { .text("30-165") } else { $0 } },
      try Sample.record(kind) { if case .text = $0 { .text("2 months") } else { $0 } },
      try Sample.record(kind) { if case .text = $0 { .text("19BBY") } else { $0 } },
    ]
    for record in records {
      #expect(SchemaValidator(document: kind.schema).problems(record.canonical) == [])
      #expect(SchemaValidator(document: Kinds.standard.schema).problems(record.canonical) == [])
    }
  }

  @Test func `records of unknown kinds are valid under the schema`() throws {
    let droid = Record(unknown: try #require(Reference("droids/3")), extras: ["wheels": 1])
    #expect(SchemaValidator(document: Kinds.standard.schema).problems(droid.canonical) == [])
  }

  @Test(arguments: [
    #"{"kind":"people"}"#, #"{"kind":"people","id":0}"#, #"{"kind":"people","id":1,"height":"172"}"#, #"{"kind":"films","id":1,"shoes":2}"#,
    #"{"kind":"people","id":1,"height":{"value":172}}"#, #"{"kind":"people","id":1,"height":{"text":"172","unit":"m"}}"#,
    #"{"kind":"people","id":1,"films":[1]}"#, #"{"kind":"people","id":1,"hairColor":{"text":"n/a","absent":"n/a"}}"#,
    #"{"kind":"droids","id":1,"name":"BB-8"}"#,
  ])
  func `other documents are not valid`(_ text: String) throws {
    #expect(SchemaValidator(document: Kinds.standard.schema).problems(try JSON(parsing: text)) != [])
  }

  @Test func `the schema names its draft and its definitions`() {
    #expect(Kinds.standard.schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(Kinds.standard.schema["$defs"]?.object?.names == ["reference"] + Kinds.standard.all.map(\.name.text) + ["unknown"])
  }
}
