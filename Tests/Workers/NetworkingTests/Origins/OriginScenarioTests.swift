import Dialects
import Models
import Origin
import ServiceTestSupport
import Testing

@testable import Networking

/// The same requests to every type of origin: the embedded catalogue and servers for it in every dialect give the same responses.
@Suite struct OriginScenarioTests {
  enum Depth: String, CaseIterable {
    case embedded
    case swapi
    case info = "swapi-info"
    case tech = "swapi-tech"
  }

  func with(_ depth: Depth, _ body: (any Networking.Origin) async throws -> Void) async throws {
    switch depth {
    case .embedded: try await body(EmbeddedOrigin())
    case .swapi, .info, .tech:
      let dialect = try #require(Dialects.standard.all.first { $0.name == depth.rawValue })
      try await withOrigin(dialect: dialect) { base, _ in
        // The dialect is detected.
        try await withHTTPOrigin(base) { try await body($0) }
      }
    }
  }

  @Test(arguments: Depth.allCases) func `offers the six kinds`(depth: Depth) async throws {
    try await with(depth) { origin in
      let kinds = try await origin.kinds()
      #expect(Set(kinds) == Set(Catalogue.standard.kinds))
    }
  }

  @Test(arguments: Depth.allCases) func `every record equals the catalogue's`(depth: Depth) async throws {
    try await with(depth) { origin in
      for kind in Catalogue.standard.kinds {
        for record in try Catalogue.standard.records(of: kind) {
          let fetched = try await origin.record(record.reference)
          #expect(fetched.content?.canonical == record.canonical)
          #expect(fetched.entityTag?.hasPrefix("\"") == true)
        }
      }
    }
  }

  @Test(arguments: Depth.allCases) func `pages contain every record once`(depth: Depth) async throws {
    try await with(depth) { origin in
      for kind in Catalogue.standard.kinds {
        let all = try Catalogue.standard.records(of: kind)
        var (records, number, pages): ([Record], Int, Int) = ([], 1, 1)
        while number <= pages {
          let page = try #require(try await origin.page(number, of: kind).content)
          #expect(page.count == all.count)
          (pages, number) = (page.pages, number + 1)
          records += page.records
        }
        #expect(records == all)
        let error = await #expect(throws: OriginError.self) { try await origin.page(pages + 1, of: kind) }
        #expect(error?.code == .notFound)
      }
    }
  }

  @Test(arguments: Depth.allCases, [("sky", 3), ("skywalker luke", 1), ("padme", 0), ("Padmé", 1), ("", 82), ("a b&c", 0)])
  func `searches the list`(depth: Depth, search: (String, Int)) async throws {
    try await with(depth) { origin in
      let page = try #require(try await origin.page(1, of: people, search: search.0).content)
      #expect(page.count == search.1)
      #expect(page.records.count == (page.pages == 1 ? search.1 : 10))
    }
  }

  @Test(arguments: Depth.allCases) func `revalidates records and pages`(depth: Depth) async throws {
    try await with(depth) { origin in
      let record = try await origin.record(luke)
      #expect(try await origin.record(luke, entityTag: record.entityTag).content == nil)
      #expect(try await origin.record(luke, entityTag: "\"other\"").content == record.content)
      let page = try await origin.page(1, of: people)
      #expect(page.content != nil)
      #expect(try await origin.page(1, of: people, entityTag: page.entityTag).content == nil)
      #expect(try await origin.page(1, of: people, entityTag: "\"other\"").content == page.content)
      let films = try await origin.page(1, of: films)
      #expect(try await origin.page(1, of: .films, entityTag: films.entityTag).content == nil)
    }
  }

  @Test(arguments: Depth.allCases, ["people/17", "droids/1", "films/7"]) func `missing records are not found`(depth: Depth, text: String)
    async throws
  {
    let reference = try #require(Reference(text))
    try await with(depth) { origin in
      let error = await #expect(throws: OriginError.self) { try await origin.record(reference) }
      #expect(error?.code == .notFound)
    }
  }
}
