import OrderedJSON
import Testing

@testable import Models

@Suite struct RecordTests {
  static let kinds = Kinds.standard

  @Test(arguments: kinds.all)
  func `a canonical record round-trips to the byte`(_ kind: Kind) throws {
    let records = [
      try Sample.record(kind), try Sample.record(kind) { _ in .null }, try Sample.record(kind) { _ in .missing },
      try Sample.record(kind, extras: ["affiliation": ["rebels"], "kind": "mine"]),
    ]
    for record in records {
      let bytes = record.canonicalBytes
      let again = try Record(canonical: try JSON(parsing: bytes), kinds: Self.kinds)
      #expect(again == record)
      #expect(again.hashValue == record.hashValue)
      #expect(again.canonicalBytes == bytes)
    }
    #expect(Set(records).count == 4)
  }

  @Test func `the canonical form is as documented`() throws {
    let values: [String: OriginValue] = [
      "name": .text("Luke Skywalker"), "birthYear": .text("19BBY"), "gender": .text("n/a"), "species": .references([]),
      "homeworld": .reference(Reference(.planets, 1)), "height": .text("172"), "hairColor": .text("n/a"), "skinColor": .text("fair, green"),
      "films": .references([Reference(.films, 1), Reference(.films, 2)]), "vehicles": .null,
    ]
    let expected =
      #"{"kind":"people","id":1,"name":"Luke Skywalker","birthYear":{"text":"19BBY","value":-19,"unit":"ABY"},"gender":"n/a","#
      + #""species":[],"homeworld":{"kind":"planets","id":1},"height":{"text":"172","value":172,"unit":"cm"},"#
      + #""hairColor":{"text":"n/a","absent":"not applicable"},"skinColor":{"text":"fair, green","value":["fair","green"]},"#
      + #""films":[{"kind":"films","id":1},{"kind":"films","id":2}],"vehicles":null,"extra":{"shoeSize":43}}"#
    let record = try Kind.people.record(id: 1, extras: ["shoeSize": 43]) { values[$0] ?? .missing }
    #expect(record.description == expected)
    for (key, value) in values { #expect(record.originValue(key) == value) }
  }

  @Test func `facts may be plain strings`() throws {
    let json: JSON = ["kind": "people", "id": 1, "name": "Luke Skywalker", "height": "172", "mass": ["text": "77", "value": "nonsense"]]
    let record = try Record(canonical: json, kinds: Self.kinds)
    #expect(record.display("height") == .quantity([Measure(.whole(172), unit: "cm")]))
    #expect(record.canonical["mass"]?["value"] == 77)
  }

  @Test(arguments: [
    (#"{"name":"Luke"}"#, "'kind' and 'id'"), (#"{"kind":"people","id":0}"#, "'kind' and 'id'"), (#"{"kind":"PEOPLE","id":1}"#, "'kind'"),
    ("[]", "'kind' and 'id'"), (#"{"kind":"people","id":1,"name":true}"#, "'name' of people/1"),
    (#"{"kind":"people","id":1,"height":{"value":3}}"#, "'height' of people/1"), (#"{"kind":"people","id":1,"films":[1]}"#, "'films'"),
    (#"{"kind":"people","id":1,"homeworld":{"kind":"planets"}}"#, "'homeworld'"), (#"{"kind":"people","id":1,"films":"x"}"#, "'films'"),
    (#"{"kind":"people","id":1,"height":[]}"#, "'height' of people/1"), (#"{"kind":"films","id":1,"episode":4.5}"#, "'episode' of films/1"),
    (#"{"kind":"droids","id":1}"#, "droids/1"),
  ])
  func `an invalid member is named in the error`(_ text: String, _ named: String) throws {
    let json = try JSON(parsing: text)
    let error = #expect(throws: ModelError.self) { try Record(canonical: json, kinds: Self.kinds) }
    #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
  }

  @Test func `a record of an unknown kind shows its name and raw fields`() throws {
    let droid = Record(
      unknown: try #require(Reference("droids/3")), extras: ["name": "BB-8", "wheels": 1, "films": ["https://x/films/7/"]])
    #expect(droid.name == "BB-8")
    #expect(
      droid.description
        == #"{"kind":"droids","id":3,"name":"BB-8","extra":{"name":"BB-8","wheels":1,"films":["https://x/films/7/"]}}"#)
    #expect(try Record(canonical: droid.canonical, kinds: Self.kinds) == droid)
    #expect(
      droid.sections == [
        Section(
          title: "Raw fields",
          rows: [
            .init(key: "name", label: "name", value: .text("BB-8")), .init(key: "wheels", label: "wheels", value: .text("1")),
            .init(key: "films", label: "films", value: .text(#"["https://x/films/7/"]"#)),
          ])
      ])
    #expect(droid.references.isEmpty)
    #expect(droid.originValue("name") == .missing)
  }

  @Test func `references are in display order, without duplicates`() throws {
    let values: [String: OriginValue] = [
      "planets": .references([Reference(.planets, 2), Reference(.planets, 1), Reference(.planets, 2)]),
      "characters": .references([Reference(.people, 9)]), "vehicles": .null,
    ]
    let film = try Kind.films.record(id: 1) { values[$0] ?? .missing }
    #expect(film.references.map(\.description) == ["people/9", "planets/2", "planets/1"])
  }

  /// "None" would say that the hair is bald, and that the person has no homeworld.
  @Test func `null and empty texts are unknown, and an empty list is none`() throws {
    let person =
      #"{"kind":"people","id":1,"name":"Luke","hairColor":null,"skinColor":{"text":" "},"homeworld":null,"films":null,"species":[]}"#
    let record = try Record(canonical: JSON(parsing: person), kinds: .standard)
    for key in ["hairColor", "skinColor", "homeworld", "films"] { #expect(record.display(key) == .absent(.unknown), "\(key)") }
    #expect(record.display("species") == .absent(.none))
    #expect(record.sections(showingAbsent: true) == record.sections)
    #expect(record.sections(showingAbsent: false) == [])
  }

  @Test func `sections omit missing fields`() throws {
    let values: [String: OriginValue] = [
      "name": .text("Droid"), "homeworld": .null, "averageLifespan": .text("indefinite"), "people": .references([]),
      "films": .references([Reference(.films, 1)]),
    ]
    let droid = try Kind.species.record(id: 2, extras: ["motto": "beep"]) { values[$0] ?? .missing }
    #expect(
      droid.sections == [
        Section(
          title: "Species",
          rows: [
            .init(key: "homeworld", label: "Homeworld", value: .absent(.unknown)),
            .init(key: "averageLifespan", label: "Lifespan", value: .absent(.indefinite)),
          ]),
        Section(
          title: "Appearing",
          rows: [
            .init(key: "people", label: "People", value: .absent(.none)),
            .init(key: "films", label: "Films", value: .references([Reference(.films, 1)])),
          ]),
        Section(title: "Further fields", rows: [.init(key: "motto", label: "motto", value: .text("beep"))]),
      ])
  }

  @Test func `a field of the wrong type is named in the error`() throws {
    let error = #expect(throws: ModelError.self) { try Kind.people.record(id: 4) { $0 == "height" ? .references([]) : .missing } }
    #expect(error == ModelError(.shape, "the field 'height' of people/4 must be a text or a number"))
  }
}
