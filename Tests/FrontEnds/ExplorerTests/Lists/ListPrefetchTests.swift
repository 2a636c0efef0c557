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

  @Test func `what the screen shows is requested before pages that it does not show`() throws {
    var harness = ExplorerHarness()
    harness.open("people")
    answerPages(&harness, 1...1)
    // The first page does not fill the screen.
    #expect(pages(harness) == [2, 3, 4, 5])
    answerPages(&harness, 2...5)
    // The names in the visible rows are not known yet: the other pages come one by one.
    #expect(pages(harness) == [6])
    harness.advance(by: ListModel.selectionDebounce)
    let names = try #require(harness.queries.first(where: isNames))
    #expect(pages(harness) == [6])
    harness.answer(names, CatalogueResults.result(of: names, Provenance()) ?? .failed(.originDown))
    #expect(pages(harness) == [6, 7, 8, 9])
  }

  @Test func `a list is loaded completely although the names in it never arrive`() {
    var harness = ExplorerHarness()
    harness.open("people")
    for number in 1...9 { answerPages(&harness, number...number) }
    #expect(ListModelTests.list(harness)?.pages.isComplete == true)
  }
}
