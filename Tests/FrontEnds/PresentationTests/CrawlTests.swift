import Localization
import Models
import Testing
import Text

@testable import Presentation

@Suite struct CrawlTests {
  static var film: Record {
    get throws {
      let values: [String: OriginValue] = [
        "title": .text("A New Hope"), "episode": .integer(4),
        "openingCrawl": .text("The quick\r\nbrown fox jumps\r\nover it.\r\n\r\nAgain."),
      ]
      return try Kind.films.record(id: 1) { values[$0] ?? .missing }
    }
  }

  @Test func `headings are centred and paragraphs justified`() throws {
    let crawl = try CrawlText(Self.film, columns: 20)
    #expect(
      crawl.lines == ["     Episode IV", "", "     A NEW HOPE", "", "The  quick brown fox", "jumps over it.", "", "Again."])
  }

  @Test func `the text scrolls from below the screen until it is gone`() throws {
    let crawl = try CrawlText(Self.film, columns: 20)
    let first = CrawlFrame(crawl, risen: 0, rows: 6, columns: 40)
    #expect(first.lines.allSatisfy { $0.text.isEmpty })
    #expect(!first.isOver)
    let later = CrawlFrame(crawl, risen: 3, rows: 6, columns: 40)
    #expect(later.lines.map(\.text) == ["", "", "", "               Episode IV", "", "               A NEW HOPE"])
    #expect(later.lines[5].tone == .bright)
    let last = CrawlFrame(crawl, risen: 6 + crawl.lines.count - 1, rows: 6, columns: 40)
    #expect(last.lines.first?.text == "          Again.")
    #expect(last.lines.first?.tone == .faint)
    #expect(CrawlFrame(crawl, risen: 6 + crawl.lines.count, rows: 6, columns: 40).isOver)
  }

  @Test(arguments: [(1, 1), (3, 2), (16, 5), (200, 60)]) func `the crawl fits any screen`(columns: Int, rows: Int) throws {
    let crawl = try CrawlText(Self.film, columns: columns - 4)
    for risen in 0..<(rows + crawl.lines.count) {
      let frame = CrawlFrame(crawl, risen: risen, rows: rows, columns: columns)
      #expect(frame.lines.count == rows)
      #expect(frame.lines.allSatisfy { $0.text.columns <= columns })
    }
  }
}
