import Models
import Presentation
import Testing

@testable import Explorer

/// The list and the details beside it show the same record.
@Suite struct OpenedRecordTests {
  private static let luke = Reference(.people, 1)

  /// Returns the text of the row that is drawn as selected; `nil` if no row is.
  private func selectedRow(_ harness: ExplorerHarness) -> String? {
    let frame = harness.frame
    let width = harness.explorer.layout.list.columns
    let rows = (0..<frame.rows).map { String(frame[row: $0].prefix(width).filter { !$0.isContinuation }.map(\.character)) }
    return rows.first { $0.hasPrefix(" ▸") }
  }

  private func wide() -> ExplorerHarness {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.send(.begin)
    harness.open("people")
    harness.settle(SearchResults.results)
    return harness
  }

  @Test func `the palette opens a record in the tab of its kind, and the list selects it`() {
    var harness = wide()
    harness.perform(.palette)
    harness.type("coruscant")
    harness.settle()
    harness.perform(.open)
    harness.settle()
    #expect(harness.explorer.tab.content == .kind(KindName.planets))
    #expect(harness.shown == Reference(.planets, 9))
    #expect(selectedRow(harness)?.contains("Coruscant") == true)
    harness.perform(.back)
    #expect(harness.explorer.subject == Reference(.planets, 9))
    // The tab that was left shows what it showed before.
    harness.open("people")
    #expect(selectedRow(harness)?.contains("Ackbar") == true)
  }

  @Test func `a record that is opened before its list has loaded is selected as soon as it arrives`() {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.send(.begin)
    harness.show("people/1")
    #expect(selectedRow(harness) == nil)
    harness.settle()
    #expect(selectedRow(harness)?.contains("Luke Skywalker") == true)
  }

  @Test func `beside a record that the list lacks, no row is selected`() {
    var harness = wide()
    harness.show("people/1")
    harness.send(.navigate(.record(Reference(.planets, 1))))
    harness.settle()
    #expect(harness.explorer.tab.content == .kind(KindName.people))
    #expect(selectedRow(harness) == nil)
    harness.perform(.back)
    #expect(selectedRow(harness)?.contains("Luke Skywalker") == true)
  }

  @Test func `search results select the record beside them`() {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.send(.begin)
    harness.perform(.search)
    harness.type("tatoine")
    harness.settle(SearchResults.results)
    harness.perform(.open)
    harness.settle(SearchResults.results)
    #expect(harness.shown == Reference(.planets, 1))
    #expect(selectedRow(harness)?.contains("Tatooine") == true)
    harness.send(.navigate(.record(Self.luke)))
    harness.settle(SearchResults.results)
    #expect(selectedRow(harness)?.contains("Luke Skywalker") == true)
    harness.send(.navigate(.record(Reference(.films, 1))))
    harness.settle(SearchResults.results)
    #expect(selectedRow(harness) == nil)
  }
}
