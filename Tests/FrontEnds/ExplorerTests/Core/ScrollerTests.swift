import Testing

@testable import Explorer

@Suite struct ScrollerTests {
  struct Row: Sendable {
    let name: String
    let move: @Sendable (inout Scroller) -> Void
    let selection, top: Int
  }

  /// Ten rows in a window of four, which starts at row 3 with row 5 selected.
  static let rows = [
    Row(name: "within the window", move: { $0.select($0.selection + 1, count: 10, height: 4) }, selection: 6, top: 3),
    Row(name: "below the window", move: { $0.select($0.selection + 3, count: 10, height: 4) }, selection: 8, top: 5),
    Row(name: "above the window", move: { $0.select($0.selection - 4, count: 10, height: 4) }, selection: 1, top: 1),
    Row(name: "beyond the end", move: { $0.select($0.selection + 99, count: 10, height: 4) }, selection: 9, top: 6),
    Row(name: "before the beginning", move: { $0.select($0.selection - 99, count: 10, height: 4) }, selection: 0, top: 0),
    Row(name: "the window moves over the selection", move: { $0.scroll(by: 3, count: 10, height: 4) }, selection: 6, top: 6),
    Row(name: "the window stops at the end", move: { $0.scroll(by: 99, count: 10, height: 4) }, selection: 6, top: 6),
    Row(name: "the window moves up", move: { $0.scroll(by: -2, count: 10, height: 4) }, selection: 4, top: 1),
    Row(name: "rows came above", move: { $0.follow(to: 8, count: 13, height: 4) }, selection: 8, top: 6),
    Row(name: "rows went above", move: { $0.follow(to: 2, count: 7, height: 4) }, selection: 2, top: 0),
    Row(name: "nothing is left", move: { $0.select(5, count: 0, height: 4) }, selection: 0, top: 0),
    Row(name: "no room", move: { $0.select($0.selection + 1, count: 10, height: 0) }, selection: 6, top: 6),
  ]

  @Test(arguments: rows.indices) func `the selection and the window move together`(_ index: Int) {
    let row = Self.rows[index]
    var scroller = Scroller()
    scroller.select(6, count: 10, height: 4)
    scroller.select(5, count: 10, height: 4)
    #expect(scroller.top == 3)
    row.move(&scroller)
    #expect(scroller.selection == row.selection, "\(row.name)")
    #expect(scroller.top == row.top, "\(row.name)")
  }
}
