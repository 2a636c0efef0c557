import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing
import Text

@testable import Explorer

@Suite struct CrawlModelTests {
  private static let film = Reference(.films, 1)

  private func playing(motion: Bool = true, columns: Int = 80, rows: Int = 24) throws -> ExplorerHarness {
    var harness = ExplorerHarness(columns: columns, rows: rows, motion: motion)
    harness.send(.begin)
    try harness.store("films/1", "people/1")
    _ = ExplorerTests.navigate(&harness.explorer, .record(Self.film))
    harness.perform(.crawl)
    return harness
  }

  @Test func `the timer scrolls the crawl, which closes at the end`() throws {
    var harness = try playing()
    #expect(harness.effects.contains { if case .startTimer(.crawlStep, _) = $0 { true } else { false } })
    var steps = 0
    while harness.crawl != nil, steps < 2_000 {
      harness.send(.timerFired(.crawlStep))
      steps += 1
    }
    #expect(harness.crawl == nil)
    #expect((100..<1_000).contains(steps))
    #expect(harness.effects.contains(.cancelTimer(.crawlStep)))
  }

  @Test func `space pauses and resumes`() throws {
    var harness = try playing()
    harness.send(.timerFired(.crawlStep))
    let risen = try #require(harness.crawl?.risen)
    harness.perform(.mark)
    #expect(harness.crawl?.isPaused == true)
    harness.send(.timerFired(.crawlStep))
    #expect(harness.crawl?.risen == risen)
    harness.perform(.mark)
    #expect(harness.effects == [.startTimer(.crawlStep, after: .zero)])
    harness.send(.timerFired(.crawlStep))
    #expect(try #require(harness.crawl?.risen) > risen)
  }

  @Test func `scrolling by hand pauses and stays within the text`() throws {
    var harness = try playing()
    harness.perform(.down, .down)
    #expect(harness.crawl?.risen == 3)
    #expect(harness.crawl?.isPaused == true)
    harness.perform(.pageUp)
    #expect(harness.crawl?.risen == 1)
    harness.perform(.last)
    #expect(harness.crawl != nil)
    harness.perform(.first)
    #expect(harness.crawl?.risen == 1)
  }

  @Test(arguments: [false, true])
  func `only the crawl of the embedded catalogue says that it is our own text`(isEmbedded: Bool) throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    _ = ExplorerTests.navigate(&harness.explorer, .crawl(Self.film))
    let id = try #require(harness.explorer.pending.keys.max())
    harness.send(.received(id, .record(try Catalogue.standard.record(Self.film), Provenance(isEmbedded: isEmbedded))))
    let rows = harness.screen
    #expect(rows.contains(English().say(.ownCrawl)) == isEmbedded)
  }

  @Test func `only films have a crawl`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.store("people/1")
    _ = ExplorerTests.navigate(&harness.explorer, .record(ExplorerTests.luke))
    harness.perform(.crawl)
    #expect(harness.crawl == nil)
    #expect(harness.explorer.toast?.text == English().say(.onlyFilmsCrawl))
  }
}
