import Catalogue
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText
import Testing

@testable import Explorer

@Suite struct CrawlModelTests {
  private static let film = Reference(Film.kind, 1)

  private func playing(motion: Bool = true, columns: Int = 80, rows: Int = 24) throws -> Desk {
    var desk = Desk(columns: columns, rows: rows, motion: motion)
    desk.send(.begin)
    try desk.learn("films/1", "people/1")
    _ = ExplorerTests.go(&desk.explorer, .record(Self.film))
    desk.act(.crawl)
    return desk
  }

  @Test func `it rises by its alarm and closes at the end`() throws {
    var desk = try playing()
    #expect(desk.effects.contains { if case .wake(.crawlMoves, _) = $0 { true } else { false } })
    var rings = 0
    while desk.crawl != nil, rings < 2_000 {
      desk.send(.ring(.crawlMoves))
      rings += 1
    }
    #expect(desk.crawl == nil)
    #expect((100..<1_000).contains(rings))
    #expect(desk.effects.contains(.sleep(.crawlMoves)))
  }

  @Test func `space holds it and lets it go on`() throws {
    var desk = try playing()
    desk.send(.ring(.crawlMoves))
    let risen = try #require(desk.crawl?.risen)
    desk.act(.mark)
    #expect(desk.crawl?.isPaused == true)
    desk.send(.ring(.crawlMoves))
    #expect(desk.crawl?.risen == risen)
    desk.act(.mark)
    #expect(desk.effects == [.wake(.crawlMoves, after: .zero)])
    desk.send(.ring(.crawlMoves))
    #expect(try #require(desk.crawl?.risen) > risen)
  }

  @Test func `moving by hand holds it, within its text`() throws {
    var desk = try playing()
    desk.act(.down, .down)
    #expect(desk.crawl?.risen == 3)
    #expect(desk.crawl?.isPaused == true)
    desk.act(.pageUp)
    #expect(desk.crawl?.risen == 1)
    desk.act(.last)
    #expect(desk.crawl != nil)
    desk.act(.first)
    #expect(desk.crawl?.risen == 1)
  }

  @Test func `nothing moves where nothing should`() throws {
    var desk = try playing(motion: false, columns: 40, rows: 12)
    #expect(!desk.effects.contains { if case .wake(.crawlMoves, _) = $0 { true } else { false } })
    #expect(desk.crawl?.risen == 0)
    desk.act(.down)
    #expect(desk.crawl?.risen == 1)
    #expect(desk.crawl?.isPaused == false)
  }

  @Test func `a film that is not there is loaded first`() throws {
    var desk = Desk()
    desk.send(.begin)
    _ = ExplorerTests.go(&desk.explorer, .crawl(Self.film))
    #expect(desk.crawl?.risen == 0)
    let ticket = try #require(desk.explorer.pending.max { $0.number < $1.number })
    desk.send(.answered(ticket, .record(try Catalogue.standard.record(Self.film), Provenance())))
    #expect(desk.crawl?.risen == 1)
    #expect(desk.effects.contains { if case .wake(.crawlMoves, _) = $0 { true } else { false } })
  }

  @Test func `only films have one`() throws {
    var desk = Desk()
    desk.send(.begin)
    try desk.learn("people/1")
    _ = ExplorerTests.go(&desk.explorer, .record(ExplorerTests.luke))
    desk.act(.crawl)
    #expect(desk.crawl == nil)
    #expect(desk.explorer.remark?.text == English().say(.onlyFilmsCrawl))
  }
}
