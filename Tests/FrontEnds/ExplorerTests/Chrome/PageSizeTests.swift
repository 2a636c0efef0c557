import Localization
import Models
import Presentation
import TerminalText
import Testing

@testable import Explorer

/// Lists, records and comparisons at every size: nothing traps, and no wide character is cut in half.
@Suite struct PageSizeTests {
  @Test(arguments: ["list", "record", "compare"])
  func `every page fits every size`(_ page: String) throws {
    let language = try #require(Languages.all.first { $0.code == "ja" })
    var sizes = [Viewport(columns: 300, rows: 100), Viewport(columns: 100, rows: 12)]
    for columns in stride(from: 1, through: 60, by: 6) {
      for rows in stride(from: 1, through: 20, by: 3) { sizes.append(Viewport(columns: columns, rows: rows)) }
    }
    var harness = ExplorerHarness(Viewport(columns: 132, rows: 43), Explorer.Settings(theme: Themes.all[0], language: language))
    harness.open("people")
    harness.settle()
    if page == "record" { harness.show("films/1") }
    if page == "compare" { harness.compare("people/1", "people/4", "people/5") }
    harness.settle()
    for size in sizes {
      harness.send(.resized(size))
      harness.perform(.down, .pageDown, .last, .up, .pageUp)
      let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
      #expect(frame.cells.count == size.columns * size.rows)
      for row in 0..<frame.rows {
        let cells = Array(frame[row: row])
        for (column, cell) in cells.enumerated() {
          let isFollowed = column + 1 < cells.count && cells[column + 1].isContinuation
          #expect((cell.character.columns == 2) == isFollowed, "\(page) at \(size.columns)×\(size.rows), \(column),\(row)")
        }
      }
    }
  }
}
