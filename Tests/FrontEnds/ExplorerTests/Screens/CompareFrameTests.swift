import Explorer
import MessageBus
import Models
import Testing

@Suite struct CompareFrameTests {
  @Test func loading() { expectGolden("compare-loading") { $0.compare("people/1", "people/4") } }

  @Test func two() {
    expectGolden("compare-two") { stage in
      stage.compare("people/1", "people/4")
      stage.settle()
    }
  }

  @Test func sixOnTheLast() {
    expectGolden("compare-six") { stage in
      stage.compare("starships/2", "starships/3", "starships/9", "starships/10", "starships/12", "starships/17")
      stage.settle()
      stage.act(.right, .right, .right, .right, .right)
    }
  }

  @Test func ofSeveralKinds() {
    expectGolden("compare-kinds") { stage in
      stage.compare("vehicles/14", "starships/12")
      stage.settle()
      stage.act(.last)
    }
  }

  @Test func oneFailed() {
    expectGolden("compare-gap") { stage in
      stage.compare("people/1", "people/17")
      stage.settle()
    }
  }
}
