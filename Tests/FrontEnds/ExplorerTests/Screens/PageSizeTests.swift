import Localization
import Models
import Presentation
import TerminalText
import Testing

@testable import Explorer

/// Lists, records and comparisons at every size, the silly ones too: nothing crashes, and no wide character is split.
@Suite struct PageSizeTests {
  @Test(arguments: ["list", "record", "compare"])
  func draws(_ page: String) throws {
    let language = try #require(Languages.all.first { $0.code == "ja" })
    var sizes = [Viewport(columns: 300, rows: 100), Viewport(columns: 100, rows: 12)]
    for columns in stride(from: 1, through: 60, by: 6) {
      for rows in stride(from: 1, through: 20, by: 3) { sizes.append(Viewport(columns: columns, rows: rows)) }
    }
    var stage = Stage(Viewport(columns: 132, rows: 43), Explorer.Look(theme: Themes.all[0], language: language))
    stage.open("people")
    stage.settle()
    if page == "record" { stage.show("films/1") }
    if page == "compare" { stage.compare("people/1", "people/4", "people/5") }
    stage.settle()
    for size in sizes {
      stage.send(.resized(size))
      stage.act(.down, .pageDown, .last, .up, .pageUp)
      let frame = ExplorerScreen.frame(of: stage.explorer, at: stage.now)
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
