import Contracts
import MessageBus
import Models
import Testing

@testable import Explorer

/// Pickers, crawls, help and paths in each of their states.
@Suite struct OverlayFrameTests {
  private func people(_ stage: inout Stage) {
    stage.send(.begin)
    stage.open("people")
    stage.settle(SearchAnswers.answers)
  }

  private func film(_ stage: inout Stage) {
    stage.send(.begin)
    stage.open("films")
    stage.settle(SearchAnswers.answers)
    stage.act(.crawl)
    stage.settle(SearchAnswers.answers)
  }

  @Test func palette() {
    expectGolden("picker-palette") { stage in
      people(&stage)
      stage.act(.palette)
    }
  }

  @Test func paletteNarrowed() {
    expectGolden("picker-palette-typed") { stage in
      people(&stage)
      stage.act(.palette)
      stage.type("sk")
      stage.settle(SearchAnswers.answers)
      stage.act(.down)
    }
  }

  @Test func paletteWithNothing() {
    expectGolden("picker-palette-nothing") { stage in
      people(&stage)
      stage.act(.palette)
      stage.type("qqqq")
      stage.settle(SearchAnswers.answers)
    }
  }

  @Test func themes() {
    expectGolden("picker-theme") { stage in
      people(&stage)
      stage.act(.theme, .down, .down)
    }
  }

  @Test func languages() {
    expectGolden("picker-language") { stage in
      people(&stage)
      stage.act(.language)
      stage.type("jp")
      stage.send(.edit(.deleteAll))
    }
  }

  @Test func orders() {
    expectGolden("picker-sort") { stage in
      people(&stage)
      stage.act(.sort, .down)
    }
  }

  @Test func comparison() {
    expectGolden("picker-compare") { stage in
      people(&stage)
      stage.act(.compare)
      stage.type("leia")
      stage.settle(SearchAnswers.answers)
    }
  }

  @Test func help() {
    expectGolden("help") { stage in
      people(&stage)
      stage.act(.help)
    }
  }

  @Test func helpScrolled() {
    expectGolden("help-scrolled") { stage in
      people(&stage)
      stage.act(.help, .pageDown)
    }
  }

  @Test func crawlRising() {
    expectGolden("crawl-rising") { stage in
      film(&stage)
      stage.wait(.seconds(12))
    }
  }

  @Test func crawlHeld() {
    expectGolden("crawl-held") { stage in
      film(&stage)
      stage.wait(.seconds(9))
      stage.act(.mark)
    }
  }

  @Test func crawlStill() {
    expectGolden("crawl-still") { stage in
      var look = stage.explorer.look
      look.usesMotion = false
      stage = Stage(stage.explorer.layout.viewport, look)
      film(&stage)
    }
  }

  @Test func crawlFailed() {
    expectGolden("crawl-failed") { stage in
      stage.send(.begin)
      stage.answer { question in
        if case .history = question { return .history(History([])) }
        return SearchAnswers.answers(question)
      }
      stage.answer(SearchAnswers.answers)
      stage.act(.down, .down, .crawl)
      stage.fail(Problem(504, "the deadline passed", type: ProblemType.deadline))
    }
  }

  @Test func crawlLoading() {
    expectGolden("crawl-loading") { stage in
      stage.send(.begin)
      stage.answer { question in
        if case .history = question { return .history(History([])) }
        return SearchAnswers.answers(question)
      }
      stage.answer(SearchAnswers.answers)
      stage.act(.down, .down, .crawl)
    }
  }

  private func path(_ stage: inout Stage) {
    people(&stage)
    guard case .list(let list) = stage.explorer.page else { return }
    for name in ["people/1", "people/16"] {
      if let row = list.rows.firstIndex(of: SearchAnswers.reference(name)) { stage.send(.point(.listRow(row))) }
      stage.act(.mark)
    }
    stage.act(.path)
  }

  @Test func pathLoading() {
    expectGolden("path-loading") { stage in path(&stage) }
  }

  @Test func pathLoaded() {
    expectGolden("path-loaded") { stage in
      path(&stage)
      stage.settle(SearchAnswers.answers)
      stage.act(.down)
    }
  }

  @Test func noPath() {
    expectGolden("path-none") { stage in
      path(&stage)
      stage.settle()
    }
  }

  @Test func pathFailed() {
    expectGolden("path-failed") { stage in
      path(&stage)
      stage.settle(SearchAnswers.noWorker)
    }
  }
}
