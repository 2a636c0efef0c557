import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct ListPrefetchTests {
  private func pages(_ harness: ExplorerHarness) -> [Int] {
    harness.queries.compactMap { if case .page(_, let number, _) = $0 { number } else { nil } }.sorted()
  }

  private func answerPages(_ harness: inout ExplorerHarness, _ numbers: ClosedRange<Int>) {
    for number in numbers {
      let query = ExplorerQuery.page(Person.kind, number, revalidate: false)
      harness.answer(query, CatalogueResults.result(of: query, Provenance()) ?? .failed(.originDown))
    }
  }

  private func isNames(_ query: ExplorerQuery) -> Bool { if case .names = query { true } else { false } }

  /// Answers pages of a list of 30 pages, which repeats the people of the catalogue.
  private func answerLongList(_ harness: inout ExplorerHarness, _ numbers: ClosedRange<Int>) {
    for number in numbers {
      let source = ExplorerQuery.page(Person.kind, 1 + (number - 1) % 9, revalidate: false)
      guard case .page(var page, let provenance)? = CatalogueResults.result(of: source, Provenance()) else { continue }
      (page.page, page.pages, page.count) = (number, 30, 300)
      harness.answer(.page(Person.kind, number, revalidate: false), .page(page, provenance))
    }
  }

  @Test func `what the screen shows is requested before pages that it does not show`() throws {
    var harness = ExplorerHarness()
    harness.open("people")
    answerLongList(&harness, 1...1)
    // The first page does not fill the screen.
    #expect(pages(harness) == Array(2...9))
    answerLongList(&harness, 2...9)
    // The names in the visible rows are not known yet: the other pages come one by one.
    #expect(pages(harness) == [10])
    harness.advance(by: ListModel.selectionDebounce)
    let names = try #require(harness.queries.first(where: isNames))
    #expect(pages(harness) == [10])
    harness.answer(names, CatalogueResults.result(of: names, Provenance()) ?? .failed(.originDown))
    #expect(pages(harness) == Array(10...17))
  }

  @Test func `the last pages of a list are requested together, and the names in it afterwards`() throws {
    var harness = ExplorerHarness()
    harness.open("people")
    answerPages(&harness, 1...1)
    #expect(pages(harness) == Array(2...9))
    answerPages(&harness, 2...8)
    harness.advance(by: ListModel.selectionDebounce)
    #expect(!harness.queries.contains(where: isNames))
    answerPages(&harness, 9...9)
    #expect(harness.queries.contains(where: isNames))
  }

  @Test(arguments: [BusEvent.bus(isReachable: true), .worker(service: "holocron.fetch", joined: true)])
  func `names that failed are requested again when the bus or a worker appears`(_ event: BusEvent) throws {
    var harness = ExplorerHarness(columns: 60)
    harness.open("species")
    harness.settle { query in if case .names = query { .failed(.originDown) } else { nil } }
    harness.perform(.down, .up)
    harness.advance(by: ListModel.selectionDebounce)
    #expect(!harness.queries.contains(where: isNames))
    harness.send(.event(event))
    #expect(harness.queries.contains(where: isNames))
  }
}
