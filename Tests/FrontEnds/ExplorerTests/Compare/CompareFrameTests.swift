import MessageBus
import Models
import Testing

@testable import Explorer

@Suite struct CompareFrameTests {
  @Test func `a comparison that is loading is drawn`() { expectGolden("compare-loading") { $0.compare("people/1", "people/4") } }

  @Test func `two records are drawn`() {
    expectGolden("compare-two", Golden.views) { harness in
      harness.compare("people/1", "people/4")
      harness.settle()
    }
  }

  @Test func `six records with the last one selected are drawn`() {
    expectGolden("compare-six") { harness in
      harness.compare("starships/2", "starships/3", "starships/9", "starships/10", "starships/12", "starships/17")
      harness.settle()
      harness.perform(.right, .right, .right, .right, .right)
    }
  }

  @Test func `records of several kinds are drawn`() {
    expectGolden("compare-kinds") { harness in
      harness.compare("vehicles/14", "starships/12")
      harness.settle()
      harness.perform(.last)
    }
  }

  @Test func `only the rows that differ are drawn`() {
    expectGolden("compare-differences") { harness in
      harness.compare("people/1", "people/4")
      harness.settle()
      harness.perform(.differences)
    }
  }

  @Test func `the key that forgets a search hides equal rows, and shows them again`() {
    var harness = ExplorerHarness()
    harness.compare("people/1", "people/4")
    harness.settle()
    func shown() -> String { Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now)) }
    #expect(shown().contains("Homeworld"))
    harness.perform(.differences)
    #expect(!shown().contains("Homeworld"))
    #expect(shown().contains("Height"))
    harness.perform(.differences)
    #expect(shown().contains("Homeworld"))
  }

  @Test func `films that some records share are on one line`() {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.compare("people/1", "people/4", "people/10")
    harness.settle()
    let lines = Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now)).split(separator: "\n")
    for film in ["A New Hope", "Return of the Jedi", "Revenge of the Sith"] {
      let line = lines.first { $0.contains(film) } ?? ""
      #expect(line.components(film) == 3, "\(film)")
    }
  }

  @Test func `a record that failed to load is drawn`() {
    expectGolden("compare-gap") { harness in
      harness.compare("people/1", "people/17")
      harness.settle()
    }
  }
}

extension Substring {
  /// The number of times that `text` occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
