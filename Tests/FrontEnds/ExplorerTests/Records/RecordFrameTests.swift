import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Explorer

@Suite struct RecordFrameTests {
  /// A film and a planet are in the frames of other states.
  @Test(arguments: [("people/1", Golden.views), ("species/1", [.standard]), ("starships/12", [.standard])] as [(String, [Golden.View])])
  func `a loaded record is drawn`(_ reference: String, _ views: [Golden.View]) {
    expectGolden("record-\(reference.replacing("/", with: "-"))", views) { harness in
      harness.show(reference)
      harness.settle()
    }
  }

  @Test func `a record that is loading is drawn`() { expectGolden("record-loading") { $0.show("people/1") } }

  /// The record is loaded, its references are not.
  @Test func `a record whose references are loading is drawn`() {
    expectGolden("record-names-loading") { harness in
      harness.show("people/1")
      harness.answerAll { $0 == .record(Reference("people/1")!, revalidate: false) ? CatalogueResults.result(of: $0, Provenance()) : nil }
    }
  }

  @Test func `a record with references that failed to load is drawn`() {
    expectGolden("record-gaps") { harness in
      harness.show("people/1")
      harness.settle { query in
        guard case .names(let references) = query else { return nil }
        return .names(
          references.map { reference in
            switch reference {
            case Reference("films/2"): .failed(reference, .originDown)
            case Reference("planets/1"): .failed(reference, Problem(404, "no such record", type: "urn:holocron:not-found"))
            default: CatalogueResults.label(of: reference)
            }
          })
      }
    }
  }

  @Test func `a record that failed to load is drawn`() {
    expectGolden("record-failed") { harness in
      harness.show("people/17")
      harness.settle()
    }
  }

  @Test func `a stale record is drawn`() {
    expectGolden("record-stale") { harness in
      harness.provenance = Provenance(age: 90_000, isStale: true)
      harness.show("planets/2")
      harness.settle()
    }
  }

  @Test func `a record scrolled to its end is drawn`() {
    expectGolden("record-end") { harness in
      harness.show("films/1")
      harness.settle()
      harness.perform(.last)
    }
  }

  @Test func `the cursor in a grid of references is drawn`() {
    expectGolden("record-grid") { harness in
      harness.show("films/1")
      harness.settle()
      harness.perform(.down, .down, .right)
    }
  }

  /// A record beside the list it was opened from.
  @Test func `a record beside its list is drawn`() {
    expectGolden("record-from-list") { harness in
      harness.open("people")
      harness.settle()
      harness.perform(.down, .down, .open)
      harness.settle()
      harness.perform(.down)
    }
  }

  @Test func `a record of an unknown kind is drawn`() {
    expectGolden("record-unknown-kind") { harness in
      let holidays = Record(
        unknown: Reference("holidays/1")!,
        extras: ["name": "Life Day", "planet": "Kashyyyk", "guests": 3, "songs": ["A Day to Celebrate", "Hope"]])
      harness.show("holidays/1")
      harness.settle { if case .record = $0 { .record(holidays, Provenance()) } else { nil } }
    }
  }
}
