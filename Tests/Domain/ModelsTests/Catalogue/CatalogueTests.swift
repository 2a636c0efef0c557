import Models
import OrderedJSON
import Testing

@Suite struct CatalogueTests {
  static let catalogue = Catalogue.standard

  static func all() throws -> [Record] { try catalogue.kinds.flatMap { try catalogue.records(of: $0) } }

  @Test(arguments: [
    ("films", 6, [1, 6]), ("people", 82, [1, 83]), ("planets", 60, [1, 60]), ("species", 37, [1, 37]), ("vehicles", 39, [4, 76]),
    ("starships", 36, [2, 75]),
  ])
  func `every kind is complete`(_ name: String, _ count: Int, _ ends: [Int]) throws {
    let kind = try #require(KindName(name))
    let ids = try Self.catalogue.records(of: kind).map(\.reference.id)
    #expect(ids.count == count)
    #expect([ids.first, ids.last] == ends)
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == count)
  }

  @Test func `every kind of the registry has records`() {
    #expect(Self.catalogue.kinds == Kinds.standard.all.map(\.name))
  }

  @Test func `there is no person 17`() throws {
    let reference = try #require(Reference("people/17"))
    let error = #expect(throws: ModelError.self) { try Self.catalogue.record(reference) }
    #expect(error?.code == .unknownRecord)
  }

  @Test func `unknown kinds are rejected`() throws {
    let droids = try #require(KindName("droids"))
    #expect(throws: ModelError.self) { try Self.catalogue.records(of: droids) }
    let error = #expect(throws: ModelError.self) { try Self.catalogue.record(Reference(droids, 1)) }
    #expect(error?.code == .unknownKind)
    #expect(error?.message == "the catalogue has no droids")
  }

  @Test func `vehicles and starships have no ID in common`() throws {
    let vehicles = try Self.catalogue.records(of: .vehicles).map(\.reference.id)
    let starships = try Self.catalogue.records(of: .starships).map(\.reference.id)
    #expect(Set(vehicles).isDisjoint(with: starships))
  }

  @Test func `every record is found by its reference and has every field`() throws {
    for record in try Self.all() {
      #expect(try Self.catalogue.record(record.reference) == record)
      let kind = try #require(Kinds.standard[record.reference.kind])
      for field in kind.fields { #expect(record.originValue(field.key) != .missing, "\(record.reference) has no \(field.key)") }
      #expect(try Record(canonical: try JSON(parsing: record.canonicalBytes), kinds: .standard) == record)
    }
  }

  @Test func `every text but one can be parsed`() throws {
    let unrecognised = try Self.all().flatMap { record in
      (record.canonical.object ?? [:]).filter { $0.value.object.map { $0.names == ["text"] } ?? false }
        .map { "\(record.reference) \($0.name): \($0.value["text"]?.string ?? "")" }
    }
    #expect(unrecognised == ["vehicles/24 consumables: Live food tanks"])
  }

  @Test func `names keep their accents`() throws {
    let names = try Self.catalogue.records(of: .people).map(\.name)
    #expect(names.filter { !$0.allSatisfy(\.isASCII) } == ["Padmé Amidala", "Ric Olié", "Cordé", "Dormé"])
  }
}
