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

  @Test func `a record that failed to load is drawn`() {
    expectGolden("compare-gap") { harness in
      harness.compare("people/1", "people/17")
      harness.settle()
    }
  }
}
