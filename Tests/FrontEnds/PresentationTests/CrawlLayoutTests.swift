import Models
import Testing
import Text

@testable import Presentation

@Suite struct CrawlLayoutTests {
  static let film = Reference(.films, 1)

  @Test(arguments: [(80, 24), (132, 43), (300, 100)])
  func `in perspective lines get narrower and closer towards the top, and no two share a row`(_ columns: Int, _ rows: Int) throws {
    let film = try Catalogue.standard.record(Self.film)
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
