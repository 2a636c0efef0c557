import Testing

@testable import Explorer

/// Paths in each of their states.
@Suite struct PathFrameTests {
  private func path(_ harness: inout ExplorerHarness) {
    harness.openPeople()
    guard case .list(let list) = harness.explorer.page else { return }
    for name in ["people/1", "people/16"] {
      if let row = list.rows.firstIndex(of: SearchResults.reference(name)) { harness.send(.click(.listRow(row))) }
      harness.perform(.mark)
    }
    harness.perform(.path)
  }

  @Test func `a path that is loading is drawn`() {
    expectGolden("path-loading") { harness in path(&harness) }
  }

  @Test func `a loaded path is drawn`() {
    expectGolden("path-loaded", Golden.views) { harness in
      path(&harness)
      harness.settle(SearchResults.results)
      harness.perform(.down)
    }
  }

  @Test func `a missing path is drawn`() {
    expectGolden("path-none") { harness in
      path(&harness)
      harness.settle()
    }
  }

  @Test func `a path without a search worker is drawn`() {
    expectGolden("path-failed") { harness in
      path(&harness)
      harness.settle(SearchResults.noWorker)
    }
  }
}
