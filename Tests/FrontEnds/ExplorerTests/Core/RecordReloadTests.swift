import Models
import Presentation
import Testing

@testable import Explorer

struct RecordReloadTests {
  private let luke = Reference(.people, 1)

  /// The explorer reloads a record from the cache when an event announces a change, which may be a moment before the user asks for more.
  @Test(arguments: [[false, true], [true, false]])
  func `a reload while the record is loading revalidates it, whichever result arrives first`(order: [Bool]) throws {
    var harness = ExplorerHarness()
    try harness.show(luke, named: "Luke")
    harness.send(.event(.changed(luke)))
    #expect(harness.queries.filter { $0 == .record(luke, revalidate: false) }.count == 1)
    harness.perform(.reload, .reload)
    #expect(harness.queries.filter { $0 == .record(luke, revalidate: true) }.count == 1)
    for revalidate in order {
      #expect(harness.explorer.records.isLoading(luke) || !revalidate)
      let name = revalidate ? "Luke Starkiller" : "Luke Skywalker"
      #expect(harness.answer(.record(luke, revalidate: revalidate), .record(try ExplorerTests.record(luke, name), Provenance())))
    }
    #expect(harness.explorer.records[luke]?.record.name == "Luke Starkiller")
    #expect(!harness.explorer.records.isLoading(luke))
  }

  @Test func `a failure from before a reload is not shown`() throws {
    var harness = ExplorerHarness()
    harness.send(.navigate(.record(luke)))
    harness.perform(.reload)
    harness.answer(.record(luke, revalidate: false), .failed(ExplorerHarness.originDown))
    #expect(harness.explorer.records.failure(of: luke) == nil)
    #expect(harness.explorer.toast == nil)
    harness.answer(.record(luke, revalidate: true), .record(try ExplorerTests.record(luke, "Luke"), Provenance()))
    #expect(harness.explorer.records[luke]?.record.name == "Luke")
  }
}
