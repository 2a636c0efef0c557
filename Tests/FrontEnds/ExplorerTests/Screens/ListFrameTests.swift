import Explorer
import MessageBus
import Models
import Testing

@Suite struct ListFrameTests {
  @Test func loading() { expectGolden("list-loading") { $0.open("people") } }

  @Test func firstPage() {
    expectGolden("list-first-page") { stage in
      stage.open("people")
      stage.answer { CatalogueAnswers.answer($0, Provenance(age: 120)) }
    }
  }

  @Test(arguments: ["films", "people", "planets", "species", "vehicles", "starships"])
  func loaded(_ kind: String) {
    expectGolden("list-\(kind)") { stage in
      stage.open(kind)
      stage.settle()
    }
  }

  @Test func movedAndMarked() {
    expectGolden("list-marked") { stage in
      stage.open("people")
      stage.settle()
      stage.act(.down, .down, .mark, .pageDown, .mark)
      stage.settle()
    }
  }

  @Test func sortedDescending() {
    expectGolden("list-sorted") { stage in
      stage.open("planets")
      stage.settle()
      stage.sort("planets", by: "population")
      stage.act(.reverse)
      stage.settle()
    }
  }

  @Test func filteredWhileTyping() {
    expectGolden("list-filtered") { stage in
      stage.open("people")
      stage.settle()
      stage.act(.filter)
      stage.type("sky")
      stage.settle()
    }
  }

  @Test func filteredToNothing() {
    expectGolden("list-filtered-empty") { stage in
      stage.open("starships")
      stage.settle()
      stage.act(.filter)
      stage.type("padmé")
      stage.settle()
    }
  }

  @Test func empty() {
    expectGolden("list-empty") { stage in
      stage.open("vehicles")
      stage.settle { question in
        guard case .page(let kind, _, _) = question else { return nil }
        return .page(RecordPage(kind: kind, page: 1, pages: 1, count: 0, records: []), Provenance())
      }
    }
  }

  @Test func failed() {
    expectGolden("list-failed") { stage in
      stage.open("species")
      stage.settle { if case .page = $0 { .failed(.originDown) } else { nil } }
    }
  }

  @Test func restFailed() {
    expectGolden("list-rest-failed") { stage in
      stage.open("vehicles")
      stage.settle { if case .page(_, 2..., _) = $0 { .failed(.originDown) } else { nil } }
      stage.act(.last)
      stage.settle { if case .page(_, 2..., _) = $0 { .failed(.originDown) } else { nil } }
    }
  }

  @Test func stale() {
    expectGolden("list-stale") { stage in
      stage.provenance = Provenance(age: 7_300, isStale: true)
      stage.open("species")
      stage.settle()
    }
  }

  @Test func reloading() {
    expectGolden("list-reloading") { stage in
      stage.open("films")
      stage.settle()
      stage.act(.reload)
    }
  }
}

extension Problem {
  /// What the fetch layer says when nobody answers.
  static let originDown = Problem(
    502, "the origin does not answer", detail: "https://swapi.example does not answer: connection refused", type: "urn:holocron:origin")
}
