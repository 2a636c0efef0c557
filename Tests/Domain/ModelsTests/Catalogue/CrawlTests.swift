import Models
import Testing

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
