import Catalogue
import Localization
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// Remembered widths are those that would be measured.
@Suite struct ColumnMemoryTests {
  @Test func `a frame drawn with a memory is the frame drawn without one, whatever happened since`() throws {
    let memory = ColumnMemory()
    var stage = Stage(Viewport(columns: 132, rows: 43), Explorer.Look(theme: DarkTheme(), language: English()))
    var frames: [Frame] = []
    func look(_ what: String) {
      let frame = ExplorerScreen.frame(of: stage.explorer, at: stage.now, memory: memory)
      #expect(frame.looksLike(ExplorerScreen.frame(of: stage.explorer, at: stage.now)), "\(what)")
      frames.append(frame)
    }
    stage.send(.begin)
    stage.open("people")
    look("loading")
    // Answer by answer: names that people point to come one after the other.
    for _ in 0..<60 {
      guard let next = stage.questions.first(where: { $0.question != .statistics })?.question else { break }
      let provenance = stage.provenance
      stage.answer { $0 == next ? CatalogueAnswers.answer($0, provenance) : nil }
      look("\(next)")
    }
    stage.settle()
    look("settled")
    let steps: [(String, (inout Stage) -> Void)] = [
      ("down", { $0.act(.down, .pageDown) }), ("sorted", { $0.sort("people", by: "mass") }), ("back", { $0.sort("people", by: "name") }),
      ("German", { $0.send(.go(.language("de"))) }), ("imperial", { $0.send(.go(.units(.imperial))) }),
      ("narrower", { $0.send(.resized(Viewport(columns: 100, rows: 30))) }), ("another tab", { $0.open("planets") }),
      ("settled there", { $0.settle() }), ("the first tab", { $0.open("people") }),
      (
        "filtered",
        { stage in
          stage.act(.filter)
          stage.type("sky")
        }
      ),
    ]
    for (what, perform) in steps {
      perform(&stage)
      look(what)
      look("\(what), again")
    }
    #expect(Set(frames.map { String($0.cells.map(\.character)) }).count > steps.count)
  }

  @Test func `what is remembered is not measured again`() {
    let memory = ColumnMemory()
    var measured = 0
    func widths(_ basis: ColumnMemory.Basis) -> [Int] {
      memory.widths(of: Person.kind, basis) {
        measured += 1
        return [measured]
      }
    }
    func basis(_ revision: Int, columns: Int = 80) -> ColumnMemory.Basis {
      ColumnMemory.Basis(
        rows: [Reference(Person.kind, 1)], revision: revision, sortKey: "name", language: "en", units: .metric, columns: columns)
    }
    #expect(widths(basis(1)) == [1])
    #expect(widths(basis(1)) == [1])
    #expect(widths(basis(2)) == [2])
    #expect(widths(basis(2, columns: 79)) == [3])
    #expect(measured == 3)
  }
}
