import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// A key shows the active pane alone, and both panes again.
@Suite struct ZoomTests {
  private func opened(columns: Int = 132) -> ExplorerHarness {
    var harness = ExplorerHarness(columns: columns, rows: 43)
    harness.open("people")
    harness.settle()
    return harness
  }

  @Test func `the list, and a record, use the whole width and share it again`() throws {
    var harness = opened()
    let before = harness.screen
    #expect(before.contains("┬") && before.contains("Homeworld"))
    harness.perform(.zoom)
    harness.settle()
    let zoomed = harness.screen
    #expect(!zoomed.contains("┬"))
    // The list has room for more columns, and the connection state stays in the header.
    func headings(_ screen: String) -> Substring { screen.split(separator: "\n")[3] }
    #expect(!headings(before).contains("Mass") && headings(zoomed).contains("Mass"))
    #expect(zoomed.split(separator: "\n").first == before.split(separator: "\n").first)
    harness.perform(.open)
    harness.settle()
    #expect(harness.screen.contains("people/27") && !harness.screen.contains("┬"))
    harness.perform(.zoom)
    harness.settle()
    #expect(harness.screen.contains("┬"))
    harness.perform(.back)
    harness.settle()
    #expect(harness.screen.contains("┬") && harness.screen.contains("1/82"))
  }

  @Test(arguments: [("people", 80), ("status", 132)]) func `without two panes, the key says that it has no effect`(
    _ page: String, _ columns: Int
  ) {
    var harness = opened(columns: columns)
    if page == "status" { harness.send(.click(.tab(7))) }
    harness.perform(.zoom)
    #expect(harness.explorer.toast?.text == English().say(.noEffect(English().say(Action.zoom.phrase))))
    #expect(!harness.explorer.layout.isZoomed)
  }
}
