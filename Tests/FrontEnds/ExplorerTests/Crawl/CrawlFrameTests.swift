import Contracts
import MessageBus
import Models
import Testing

@testable import Explorer

/// Crawls in each of their states.
@Suite struct CrawlFrameTests {
  @Test func `a running crawl is drawn`() {
    expectGolden("crawl-rising", Golden.views) { harness in
      harness.openCrawl()
      harness.advance(by: .seconds(12))
    }
  }

  @Test func `a paused crawl is drawn`() {
    expectGolden("crawl-held") { harness in
      harness.openCrawl()
      harness.advance(by: .seconds(9))
      harness.perform(.mark)
    }
  }

  @Test func `a crawl without motion is drawn`() {
    expectGolden("crawl-still") { harness in
      var settings = harness.explorer.settings
      settings.usesMotion = false
      harness = ExplorerHarness(harness.explorer.layout.viewport, settings)
      harness.openCrawl()
    }
  }

  @Test func `a crawl that failed to load is drawn`() {
    expectGolden("crawl-failed") { harness in
      harness.requestCrawl()
      harness.answerAll { _ in .failed(Problem(504, "the deadline passed", type: ProblemType.deadline)) }
    }
  }

  @Test func `a crawl that is loading is drawn`() {
    expectGolden("crawl-loading") { harness in
      harness.requestCrawl()
    }
  }
}

extension ExplorerHarness {
  /// Opens a crawl from the start screen; its request is not answered.
  fileprivate mutating func requestCrawl() {
    send(.begin)
    answerAll { query in
      if case .history = query { return .history(History([])) }
      return SearchResults.results(query)
    }
    answerAll(SearchResults.results)
    perform(.down, .down, .crawl)
  }
}
