import Localization
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct MarkTests {
  private func people(marking count: Int, columns: Int = 80) -> ExplorerHarness {
    var harness = ExplorerHarness(columns: columns)
    harness.open("people")
    harness.settle()
    for _ in 0..<count { harness.perform(.mark, .down) }
    return harness
  }

  @Test(arguments: [40, 80, 132]) func `the number of marks is on the screen`(columns: Int) {
    #expect(!people(marking: 0, columns: columns).screen.contains("marked"))
    var harness = people(marking: 3, columns: columns)
    #expect(harness.screen.contains("• 3 marked"))
    harness.open("films")
    #expect(harness.screen.contains("• 3 marked"))
  }

  @Test(arguments: [80, 132]) func `a click on the number of marks compares them, on every page`(columns: Int) throws {
    var harness = people(marking: 3, columns: columns)
    harness.send(.click(.tab(7)))
    let frame = harness.frame
    let row = columns >= ScreenLayout.twoPaneWidth ? 0 : frame.rows - 1
    let column = try #require(frame[row: row].firstIndex { $0.character == "•" }) - frame[row: row].startIndex
    harness.send(.click(try #require(frame.hitTarget(column: column, row: row))))
    #expect((harness.explorer.page as? CompareModel)?.references == harness.explorer.marked)
  }

  @Test func `more marks than a comparison has room for are reported at once, until they fit`() throws {
    var harness = people(marking: 6)
    let tooMany = Walk.Step.toast("7 marked; a comparison has at most 6")
    try harness.walk(.toast(nil), .press([.mark]), tooMany, .press([.compare]), tooMany, .press([.mark]), .toast(nil), .press([.compare]))
    #expect(harness.explorer.page is CompareModel)
  }

  @Test func `all marks can be removed`() throws {
    var harness = people(marking: 3)
    try harness.walk(.press([.clearMarks]), .toast("marks removed"), .lacks("•"))
  }
}
