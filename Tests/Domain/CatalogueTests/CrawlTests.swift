import Catalogue
import Models
import Testing

@Suite struct CrawlTests {
  /// Line breaks are CRLF, as on the original server.
  @Test func `every crawl has three paragraphs of short lines`() throws {
    let films = try Catalogue.standard.records(of: Film.kind).compactMap { $0.as(Film.self) }
    #expect(films.count == 6)
    for film in films {
      let text = try #require(film.openingCrawl.text)
      let paragraphs = film.openingCrawl.paragraphs
      #expect(paragraphs.count == 3)
      #expect(paragraphs.joined().allSatisfy { (15...33).contains($0.count) })
      #expect(paragraphs.map { $0.joined(separator: "\r\n") }.joined(separator: "\r\n\r\n") == text)
      #expect(text.hasSuffix("...."))
    }
    #expect(Set(films.map(\.openingCrawl)).count == 6)
  }

  @Test func `film IDs follow the release dates`() throws {
    let films = try Catalogue.standard.records(of: Film.kind).compactMap { $0.as(Film.self) }
    #expect(films.map(\.episode.number) == [4, 5, 6, 1, 2, 3])
    let dates = films.compactMap(\.releaseDate.value)
    #expect(dates == dates.sorted() && dates.count == 6)
  }
}
