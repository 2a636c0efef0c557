import Models
import Presentation
import Testing
import Text

@testable import Explorer

/// Every state at every kind of size: nothing traps, and no wide character is cut in half.
@Suite struct EverySizeTests {
  /// Nothing, one cell, almost enough; the smallest screen, and the borders of its layouts; a large one.
  private static let sizes = [(0, 0), (1, 1), (39, 12), (40, 12), (61, 15), (99, 16), (100, 12), (100, 16), (300, 100)].map {
    Viewport(columns: $0.0, rows: $0.1)
  }

  private static func answer(_ query: ExplorerQuery) -> QueryResult? {
    switch query {
    case .statistics: .statistics(StatusModelTests.statistics())
    case .log: .log(LogModelTests.lines)
    case .favourites: .favourites(["people/1", "films/1", "planets/999"].compactMap { Reference($0) })
    default: SearchResults.results(query)
    }
  }

  @Test(arguments: Situation.all(), ["en", "ja"]) func `every state fits every size`(_ situation: Situation, _ code: String) {
    var harness = situation.harness(Viewport(columns: 80, rows: 24), language: code, Self.answer)
    for size in Self.sizes {
      harness.send(.resized(size))
      harness.perform(.down, .pageDown, .last, .up, .pageUp)
      let frame = harness.frame
      #expect(frame.cells.count == size.columns * size.rows)
      let broken = (0..<frame.rows).filter { !Self.isWhole(Array(frame[row: $0])) }
      #expect(broken.isEmpty, "\(situation) \(code) \(size)")
    }
  }

  /// Whether every wide character is followed by its right half, and no half stands alone.
  private static func isWhole(_ cells: [Cell]) -> Bool {
    cells.indices.allSatisfy { index in
      let isWide = cells[index].character.columns == 2
      let isFollowed = index + 1 < cells.count && cells[index + 1].isContinuation
      let isLed = index > 0 && cells[index - 1].character.columns == 2
      return isWide == isFollowed && (!cells[index].isContinuation || isLed)
    }
  }
}
