import Presentation
import Testing

@testable import Explorer

@Suite struct CanvasTests {
  private func canvas(_ columns: Int = 6, _ rows: Int = 1) -> Canvas {
    Canvas(Viewport(columns: columns, rows: rows), theme: .dark)
  }

  private func text(_ canvas: Canvas) -> String { String(canvas.frame.cells.filter { !$0.isContinuation }.map(\.character)) }

  @Test(arguments: [("Luke", "Luke  "), ("Skywalker", "Skywa…"), ("惑星タトゥイン", "惑星… "), ("e\u{301}a", "e\u{301}a    ")])
  func `text that does not fit ends in an ellipsis`(_ written: String, _ drawn: String) {
    var canvas = canvas()
    canvas.put(written, column: 0, row: 0, width: 6)
    #expect(text(canvas) == drawn)
  }

  @Test func `drawing is clipped to the frame`() {
    var canvas = canvas(2, 2)
    canvas.put("abc", column: -1, row: 0, width: 3)
    canvas.put("x", column: 0, row: 5, width: 1)
    canvas.put("惑", column: 1, row: 1, width: 2)
    canvas.fill(Rect(column: -3, row: -3, columns: 4, rows: 4), .plain, with: "#")
    canvas.showCursor(column: 9, row: 9)
    #expect(text(canvas) == "#c  ")
    #expect(canvas.frame.cursor == nil)
  }

  @Test func `parts at the end of a title row stand beside each other, as far as they fit`() {
    var canvas = canvas(10)
    var row = TitleRow(Rect(column: 0, row: 0, columns: 10, rows: 1))
    for part in ["1/2", "", "ab", "c"] { row.putAtEnd(StyledText(part, .muted), on: &canvas, leaving: 3) }
    #expect(text(canvas) == "   ab  1/2")
  }

  @Test func `later hit areas lie on top`() {
    var canvas = canvas()
    canvas.mark(Rect(column: 0, row: 0, columns: 6, rows: 1), as: .list)
    canvas.mark(Rect(column: 2, row: 0, columns: 1, rows: 1), as: .listRow(4))
    #expect(canvas.frame.hitTarget(column: 2, row: 0) == .listRow(4))
    #expect(canvas.frame.hitTarget(column: 3, row: 0) == .list)
    #expect(canvas.frame.hitTarget(column: 3, row: 1) == nil)
  }
}
