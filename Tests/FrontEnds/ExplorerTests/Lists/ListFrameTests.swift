import MessageBus
import Models
import Testing

@testable import Explorer

@Suite struct ListFrameTests {
  @Test func `a list that is loading is drawn`() { expectGolden("list-loading") { $0.open("people") } }

  @Test func `the first page of a list is drawn`() {
    expectGolden("list-first-page") { harness in
      harness.open("people")
      harness.answerAll { CatalogueResults.result(of: $0, Provenance(age: 120)) }
    }
  }

  /// The columns of the other kinds are in the frames of sorted, stale, reloading and incomplete lists.
  @Test(arguments: [("people", Golden.views), ("starships", [.standard])] as [(String, [Golden.View])])
  func `a loaded list is drawn`(_ kind: String, _ views: [Golden.View]) {
    expectGolden("list-\(kind)", views) { harness in
      harness.open(kind)
      harness.settle()
    }
  }

  @Test func `a list with marked records is drawn`() {
    expectGolden("list-marked") { harness in
      harness.open("people")
      harness.settle()
      harness.perform(.down, .down, .mark, .pageDown, .mark)
      harness.settle()
    }
  }

  /// The names of homeworlds arrive page by page and make their column wider.
  @Test func `numbers stay whole after the whole list was seen`() {
    var harness = ExplorerHarness()
    harness.open("people")
    harness.settle()
    for _ in 0..<6 {
      harness.perform(.pageDown)
      harness.settle()
    }
    harness.perform(.first)
    harness.settle()
    let text = String(ExplorerScreen.frame(of: harness.explorer, at: harness.now).cells.map(\.character))
    #expect(text.contains("Ackbar"))
    #expect(text.contains("41 BBY"))
  }

  @Test func `a list in descending order is drawn`() {
    expectGolden("list-sorted") { harness in
      harness.open("planets")
      harness.settle()
      harness.sort("planets", by: "population")
      harness.perform(.reverse)
      harness.settle()
    }
  }

  @Test func `a filtered list is drawn while typing`() {
    expectGolden("list-filtered") { harness in
      harness.open("people")
      harness.settle()
      harness.perform(.filter)
      harness.type("sky")
      harness.settle()
    }
  }

  @Test func `the end of a long filter stays before the cursor, whatever the width of its characters`() throws {
    for character in ["a", "あ"] {
      var harness = ExplorerHarness()
      harness.open("people")
      harness.settle()
      harness.perform(.filter)
      harness.type(String(repeating: character, count: 90) + "い")
      let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
      let cursor = try #require(frame.cursor)
      // The last character takes two columns.
      #expect(frame.cells[cursor.row * frame.columns + cursor.column - 2].character == "い")
    }
  }

  @Test func `a filter without matches is drawn`() {
    expectGolden("list-filtered-empty") { harness in
      harness.open("starships")
      harness.settle()
      harness.perform(.filter)
      harness.type("padmé")
      harness.settle()
    }
  }

  @Test func `an empty list is drawn`() {
    expectGolden("list-empty") { harness in
      harness.open("vehicles")
      harness.settle { query in
        guard case .page(let kind, _, _) = query else { return nil }
        return .page(RecordPage(kind: kind, page: 1, pages: 1, count: 0, records: [], size: 1_000), Provenance())
      }
    }
  }

  @Test func `a list that failed to load is drawn`() {
    expectGolden("list-failed") { harness in
      harness.open("species")
      harness.settle { if case .page = $0 { .failed(.originDown) } else { nil } }
    }
  }

  @Test func `a list whose other pages failed to load is drawn`() {
    expectGolden("list-rest-failed") { harness in
      harness.open("vehicles")
      harness.settle { if case .page(_, 2..., _) = $0 { .failed(.originDown) } else { nil } }
      harness.perform(.last)
      harness.settle { if case .page(_, 2..., _) = $0 { .failed(.originDown) } else { nil } }
    }
  }

  @Test func `a stale list is drawn`() {
    expectGolden("list-stale") { harness in
      harness.provenance = Provenance(age: 7_300, isStale: true)
      harness.open("species")
      harness.settle()
    }
  }

  @Test func `a list that is reloading is drawn`() {
    expectGolden("list-reloading") { harness in
      harness.open("films")
      harness.settle()
      harness.perform(.reload)
    }
  }
}

extension Problem {
  /// The problem that the fetcher returns for an unreachable origin.
  static let originDown = Problem(
    502, "the origin does not answer", detail: "https://swapi.example does not answer: connection refused", type: "urn:holocron:origin")
}
