import OrderedJSON
import Testing

@testable import Models

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

@Suite struct DamageTests {
  @Test(arguments: [
    "{", "[]", #"{"name":"x"}"#, #"{"id":0}"#, #"{"id":1,"height":true}"#, #"{"id":1,"homeworld":0}"#, #"{"id":1,"homeworld":"Tatooine"}"#,
    #"{"id":1,"films":[1,"x"]}"#, #"{"id":1,"films":2}"#,
  ])
  func `a damaged line is named in the error`(_ line: String) throws {
    let error = #expect(throws: ModelError.self) {
      try Catalogue.records(of: .people, reading: Array("{\"id\":7}\n\(line)\n".utf8))
    }
    #expect(error?.code == .damaged)
    #expect(error?.message == "line 2 of the catalogue's people is not a record")
  }
}

@Suite struct CrawlTests {
  /// Line breaks are CRLF, as on the original server.
  @Test func `every crawl has three paragraphs of short lines`() throws {
    let films = try Catalogue.standard.records(of: .films)
    #expect(films.count == 6)
    for film in films {
      guard case .text(let text) = film.originValue("openingCrawl") else { throw ModelError(.shape, "\(film) has no crawl") }
      let lines = text.components("\r\n")
      #expect(lines.filter { $0.isEmpty }.count == 2 && film.openingCrawl.count == 3)
      #expect(lines.allSatisfy { $0.isEmpty || (15...33).contains($0.count) })
      #expect(film.openingCrawl == text.components("\r\n\r\n").map { $0.components("\r\n").joined(separator: " ") })
      #expect(text.hasSuffix("...."))
    }
    #expect(Set(films.map(\.openingCrawl)).count == 6)
  }

  @Test func `film IDs follow the release dates`() throws {
    let films = try Catalogue.standard.records(of: .films)
    #expect(films.map(\.episode) == [4, 5, 6, 1, 2, 3])
    let dates = films.compactMap { $0.rank("releaseDate") }
    #expect(dates == dates.sorted() && dates.count == 6)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

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
