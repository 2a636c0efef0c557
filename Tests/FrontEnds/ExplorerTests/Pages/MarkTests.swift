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

  @Test func `more marks than a comparison has room for are reported at once, until they fit`() {
    var harness = people(marking: 6)
    #expect(harness.explorer.toast == nil)
    harness.perform(.mark)
    #expect(harness.explorer.toast?.text == "7 marked; a comparison has at most 6")
    harness.perform(.compare)
    #expect(harness.explorer.toast?.text == "7 marked; a comparison has at most 6")
    #expect(harness.explorer.marked.count == 7)
    harness.perform(.mark)
    #expect(harness.explorer.toast == nil)
    harness.perform(.compare)
    #expect(harness.explorer.page is CompareModel)
  }

  @Test func `all marks can be removed`() {
    var harness = people(marking: 3)
    harness.perform(.clearMarks)
    #expect(harness.explorer.marked.isEmpty)
    #expect(harness.explorer.toast?.text == "marks removed")
    #expect(!harness.screen.contains("•"))
  }
}
