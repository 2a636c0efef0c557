import Contracts
import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// The title row of the search page: the field, the number of results and the position.
@Suite struct SearchTitleTests {
  private static func searched(_ text: String, columns: Int, rows: Int = 24) -> ExplorerHarness {
    var harness = ExplorerHarness(columns: columns, rows: rows)
    harness.send(.begin)
    harness.settle(SearchResults.results)
    harness.perform(.search)
    harness.type(text)
    harness.settle(SearchResults.results)
    return harness
  }

  /// The title row across the whole screen.
  private static func row(_ harness: ExplorerHarness) -> String {
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    return String(frame[row: harness.explorer.layout.body.row].filter { !$0.isContinuation }.map(\.character))
  }

  @Test func `where both do not fit, the position stands for the number of results`() {
    var harness = Self.searched("tatoine", columns: 40, rows: 12)
    harness.perform(.down)
    #expect(Self.row(harness).hasSuffix("  5 of 12  1/5 "))
    harness.perform(.reload)
    harness.settle { query in
      guard case .search(var answer)? = SearchResults.results(query) else { return SearchResults.results(query) }
      answer.count = 123_456_789
      return .search(answer)
    }
    #expect(Self.row(harness).hasSuffix("  1/5 ") && !Self.row(harness).contains("123"), "\(Self.row(harness))")
    harness.perform(.search)
    #expect(Self.row(harness).hasSuffix("  5 of 123,456,789 "))
  }

  @Test func `a long text uses the width of the screen while the user types`() {
    let text = "kind:people homeworld:tatooine height>100 mass<80"
    var harness = Self.searched(text, columns: 100)
    #expect(Self.row(harness).hasPrefix(" / \(text)"))
    harness.perform(.down)
    #expect(!Self.row(harness).contains(text))
    #expect(Self.row(harness).contains("│"))
    // The detail beside the results is covered only as long as the text needs it.
    harness.perform(.search)
    harness.send(.edit(.moveToEnd))
    for _ in text.dropFirst(20) { harness.send(.edit(.deleteBackward)) }
    #expect(Self.row(harness).hasPrefix(" / \(text.prefix(20)) "))
    #expect(Self.row(harness).contains("│"))
  }
}
