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

  @Test func `cached widths are not measured again`() {
    let columnWidths = ColumnWidthCache()
    var measured = 0
    func widths(_ key: ColumnWidthCache.Key) -> [Int] {
      columnWidths.widths(of: Person.kind, key) {
        measured += 1
        return [measured]
      }
    }
    func key(_ revision: Int, columns: Int = 80) -> ColumnWidthCache.Key {
      ColumnWidthCache.Key(
        rows: [Reference(Person.kind, 1)], revision: revision, sortKey: "name", language: "en", units: .metric, columns: columns)
    }
    #expect(widths(key(1)) == [1])
    #expect(widths(key(1)) == [1])
    #expect(widths(key(2)) == [2])
    #expect(widths(key(2, columns: 79)) == [3])
    #expect(measured == 3)
  }
}
