import Models
import Testing

@Suite struct RelationTests {
  @Test(arguments: [
    ("films", "characters", "people", "films"), ("films", "planets", "planets", "films"), ("films", "species", "species", "films"),
    ("films", "vehicles", "vehicles", "films"), ("films", "starships", "starships", "films"),
    ("people", "homeworld", "planets", "residents"),
    ("people", "species", "species", "people"), ("people", "vehicles", "vehicles", "pilots"),
    ("people", "starships", "starships", "pilots"),
  ])
  func `relations are symmetric`(_ kind: String, _ field: String, _ other: String, _ back: String) throws {
    let forth = try pairs(kind, field)
    #expect(!forth.isEmpty)
    #expect(forth == Set(try pairs(other, back).map { Pair(from: $0.to, to: $0.from) }))
  }

  @Test func `every reference leads to a record`() throws {
    for record in try CatalogueTests.all() {
      for reference in record.references { #expect(throws: Never.self) { try Catalogue.standard.record(reference) } }
    }
  }

  private struct Pair: Hashable {
    let from: Reference
    let to: Reference
  }

  private func pairs(_ kind: String, _ field: String) throws -> Set<Pair> {
    let records = try Catalogue.standard.records(of: #require(KindName(kind)))
    return Set(
      records.flatMap { record -> [Pair] in
        switch record.originValue(field) {
        case .reference(let reference): [Pair(from: record.reference, to: reference)]
        case .references(let references): references.map { Pair(from: record.reference, to: $0) }
        default: []
        }
      })
  }
}
