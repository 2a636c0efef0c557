import Explorer
import MessageBus
import Models
import OrderedJSON
import Testing

@Suite struct RecordFrameTests {
  @Test(arguments: ["people/1", "films/1", "planets/1", "species/1", "vehicles/4", "starships/12"])
  func loaded(_ reference: String) {
    expectGolden("record-\(reference.replacing("/", with: "-"))") { stage in
      stage.show(reference)
      stage.settle()
    }
  }

  @Test func loading() { expectGolden("record-loading") { $0.show("people/1") } }

  /// The record is there, what it points to is not.
  @Test func namesLoading() {
    expectGolden("record-names-loading") { stage in
      stage.show("people/1")
      stage.answer { $0 == .record(Reference("people/1")!, revalidate: false) ? CatalogueAnswers.answer($0, Provenance()) : nil }
    }
  }

  @Test func gaps() {
    expectGolden("record-gaps") { stage in
      stage.show("people/1")
      stage.settle { question in
        switch question {
        case .record(Reference("films/2"), _): .failed(.originDown)
        case .record(Reference("planets/1"), _): .failed(Problem(404, "no such record", type: "urn:holocron:not-found"))
        default: nil
        }
      }
    }
  }

  @Test func failed() {
    expectGolden("record-failed") { stage in
      stage.show("people/17")
      stage.settle()
    }
  }

  @Test func stale() {
    expectGolden("record-stale") { stage in
      stage.provenance = Provenance(age: 90_000, isStale: true)
      stage.show("planets/2")
      stage.settle()
    }
  }

  @Test func scrolledToTheEnd() {
    expectGolden("record-end") { stage in
      stage.show("films/1")
      stage.settle()
      stage.act(.last)
    }
  }

  @Test func inTheGrid() {
    expectGolden("record-grid") { stage in
      stage.show("films/1")
      stage.settle()
      stage.act(.down, .down, .right)
    }
  }

  /// A record beside the list it was opened from.
  @Test func besideItsList() {
    expectGolden("record-from-list") { stage in
      stage.open("people")
      stage.settle()
      stage.act(.down, .down, .open)
      stage.settle()
      stage.act(.down)
    }
  }

  @Test func unknownKind() {
    expectGolden("record-unknown-kind") { stage in
      let holidays = Record(
        unknown: Reference("holidays/1")!,
        extras: ["name": "Life Day", "planet": "Kashyyyk", "guests": 3, "songs": ["A Day to Celebrate", "Hope"]])
      stage.show("holidays/1")
      stage.settle { if case .record = $0 { .record(holidays, Provenance()) } else { nil } }
    }
  }
}
