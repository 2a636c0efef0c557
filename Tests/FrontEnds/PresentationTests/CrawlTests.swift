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
      crawl.lines == ["     Episode IV", "", "     A NEW HOPE", "", "The quick brown  fox", "jumps over it.", "", "Again."])
  }

  @Test func `the text scrolls from below the screen until it is gone`() throws {
    let layout = CrawlLayout(try Self.film, Viewport(columns: 24, rows: 7), isStill: false)
    #expect(layout.lines(risen: 0).allSatisfy { $0.text.isEmpty })
    let later = layout.lines(risen: 3)
    #expect(later.map(\.text) == ["", "", "", "       Episode IV", "", "       A NEW HOPE"])
    #expect(later[5].role == .crawl)
    let last = layout.lines(risen: layout.last)[0]
    #expect(last.text == "  Again." && last.role == .muted && layout.end == layout.last + 1)
  }

  @Test(arguments: [(1, 1), (3, 2), (16, 5), (200, 60)], [true, false]) func `the crawl fits any screen`(
    size: (columns: Int, rows: Int), isStill: Bool
  ) throws {
    let layout = CrawlLayout(try Self.film, Viewport(columns: size.columns, rows: size.rows), isStill: isStill)
    for risen in 0...Int(layout.last) {
      let lines = layout.lines(risen: Double(risen))
      #expect(lines.count == max(1, size.rows - 1))
      #expect(lines.allSatisfy { $0.text.isEmpty || $0.column + $0.text.columns <= size.columns })
    }
  }

  @Test(arguments: [(80, 24), (132, 43), (300, 100)])
  func `in perspective lines get narrower and closer towards the top, and no two share a row`(_ columns: Int, _ rows: Int) throws {
    let film = try Catalogue.standard.record(Reference(.films, 1))
    let layout = CrawlLayout(film, Viewport(columns: columns, rows: rows), isStill: false)
    #expect(layout.mode == .perspective)
    let all = CrawlText(film, columns: CrawlPerspective(columns: columns, rows: rows - 1).measure).lines.count { !$0.isEmpty }
    var widths: [Int: Int] = [:]
    var most = 0
    for step in 0..<Int(layout.end / 0.125) {
      let lines = layout.lines(risen: Double(step) * 0.125)
      #expect(lines.count == rows - 1)
      #expect(lines.allSatisfy { $0.column >= 0 && $0.column + $0.text.columns <= columns })
      most = max(most, lines.count { !$0.text.isEmpty })
      for (row, line) in lines.enumerated() { widths[row] = max(widths[row] ?? 0, line.text.columns) }
    }
    #expect(most <= all)
    let top = try #require(widths[0])
    let bottom = try #require(widths[rows - 2])
    #expect(top < bottom * 3 / 4)
  }
}
