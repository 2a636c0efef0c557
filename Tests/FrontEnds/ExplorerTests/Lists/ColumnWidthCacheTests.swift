import Catalogue
import Localization
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// Cached widths must equal measured widths.
@Suite struct ColumnWidthCacheTests {
  @Test func `a frame drawn with cached widths equals one drawn without`() throws {
    let columnWidths = ColumnWidthCache()
    var harness = ExplorerHarness(Viewport(columns: 132, rows: 43), Explorer.Settings(theme: DarkTheme(), language: English()))
    var frames: [Frame] = []
    func look(_ what: String) {
      let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now, columnWidths: columnWidths)
      #expect(frame.looksSame(as: ExplorerScreen.frame(of: harness.explorer, at: harness.now)), "\(what)")
      frames.append(frame)
    }
    harness.send(.begin)
    harness.open("people")
    look("loading")
    // One result at a time, because the names of references arrive one by one.
    for _ in 0..<60 {
      guard let next = harness.requests.first(where: { $0.query != .statistics })?.query else { break }
      let provenance = harness.provenance
      harness.answerAll { $0 == next ? CatalogueResults.result(of: $0, provenance) : nil }
      look("\(next)")
    }
    harness.settle()
    look("settled")
    let steps: [(String, (inout ExplorerHarness) -> Void)] = [
      ("down", { $0.perform(.down, .pageDown) }), ("sorted", { $0.sort("people", by: "mass") }),
      ("back", { $0.sort("people", by: "name") }),
      ("German", { $0.send(.navigate(.language("de"))) }), ("imperial", { $0.send(.navigate(.units(.imperial))) }),
      ("narrower", { $0.send(.resized(Viewport(columns: 100, rows: 30))) }), ("another tab", { $0.open("planets") }),
      ("settled there", { $0.settle() }), ("the first tab", { $0.open("people") }),
      (
        "filtered",
        { harness in
          harness.perform(.filter)
          harness.type("sky")
        }
      ),
    ]
    for (what, perform) in steps {
      perform(&harness)
      look(what)
      look("\(what), again")
    }
    #expect(Set(frames.map { String($0.cells.map(\.character)) }).count > steps.count)
  }

  @Test func `each version of a record is measured once, and columns never become narrower`() throws {
    let columnWidths = ColumnWidthCache()
    var cache = RecordCache()
    var measured: [String] = []
    func store(_ name: String, _ id: Int, request: Int) throws {
      let record = try ExplorerTests.record(Reference(Person.kind, id), name)
      cache.store(record, Provenance(), from: RequestID(request), lastIssued: RequestID(request), at: .zero)
    }
    func widths(_ ids: Int...) -> [Int] {
      let key = ColumnWidthCache.Key(kind: Person.kind, fields: ["name"], language: "en", units: .metric)
      return columnWidths.widths(key, of: ids.map { Reference(Person.kind, $0) }, cache) { record in
        measured.append(record.name)
        return [record.name.count]
      }
    }
    try store("Luke", 1, request: 1)
    try store("Leia Organa", 5, request: 2)
    #expect(widths(1) == [4])
    #expect(widths(1) == [4])
    #expect(widths(1, 5) == [11])
    #expect(widths(5) == [11])
    // A changed record is measured again.
    try store("Leia", 5, request: 3)
    #expect(widths(1, 5) == [11])
    try store("Leia Organa Solo", 5, request: 4)
    #expect(widths(1, 5) == [16])
    #expect(measured == ["Luke", "Leia Organa", "Leia", "Leia Organa Solo"])
  }
}
