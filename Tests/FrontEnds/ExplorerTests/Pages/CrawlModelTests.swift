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

  private func playing() throws -> ExplorerHarness {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.walk(.store(["films/1", "people/1"]), .go(.record(Self.film)), .press([.crawl]))
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
    #expect((100..<1_000).contains(steps))
    #expect(harness.crawl == nil && harness.effects.contains(.cancelTimer(.crawlStep)))
  }

  @Test func `space pauses and resumes`() throws {
    var harness = try playing()
    harness.send(.timerFired(.crawlStep))
    let risen = try #require(harness.crawl?.risen)
    try harness.walk(.press([.mark]), .fire(.crawlStep))
    #expect(harness.crawl?.isPaused == true && harness.crawl?.risen == risen)
    try harness.walk(.press([.mark]), .effect(.startTimer(.crawlStep, after: .zero)), .fire(.crawlStep))
    #expect(try #require(harness.crawl?.risen) > risen)
  }

  @Test func `scrolling by hand pauses and stays within the text`() throws {
    var harness = try playing()
    for (actions, risen) in [([Action.down, .down], 3), ([.pageUp], 1), ([.last, .first], 1)] as [([Action], Double)] {
      try harness.walk(.press(actions))
      #expect(harness.crawl?.risen == risen && harness.crawl?.isPaused == true)
    }
  }

  @Test(arguments: [false, true])
  func `only the crawl of the embedded catalogue says that it is our own text`(isEmbedded: Bool) throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    let result = QueryResult.record(try Catalogue.standard.record(Self.film), Provenance(isEmbedded: isEmbedded))
    try harness.walk(.go(.crawl(Self.film)), .answer(.record(Self.film, revalidate: false), result))
    #expect(harness.screen.contains(English().say(.ownCrawl)) == isEmbedded)
  }

  @Test func `only films have a crawl`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.walk(
      .store(["people/1"]), .go(.record(ExplorerTests.luke)), .press([.crawl]), .hasOverlay(false),
      .toast(English().say(.onlyFilmsCrawl)))
  }
}
