import Contracts
import MessageBus
import Models
import Presentation
import Testing

@testable import TerminalUI

/// The search in each of its states.
@Suite struct SearchFrameTests {
  @Test func beginsWithSuggestionsAndEarlierSearches() {
    expectGolden("search-start") { stage in
      stage.send(.begin)
      stage.settle(Finding.forgetful)
      stage.act(.search)
      stage.send(.edit(.deleteAll))
      stage.act(.cancel, .down)
      stage.settle(Finding.forgetful)
    }
  }

  @Test func beginsWithTheLastSearch() {
    expectGolden("search-restored") { stage in
      stage.send(.begin)
      stage.settle(Finding.answers)
    }
  }

  @Test func isBlankUntilItKnowsWhatWasSearched() {
    expectGolden("search-loading") { stage in stage.send(.begin) }
  }

  @Test func showsWhatIsTyped() {
    expectGolden("search-typed") { stage in
      stage.send(.begin)
      stage.settle(Finding.answers)
      stage.act(.search)
      stage.type("tatoine")
      stage.settle(Finding.answers)
    }
  }

  @Test func keepsWhatWasFoundWhileOneTypes() {
    expectGolden("search-typing") { stage in
      stage.send(.begin)
      stage.settle(Finding.answers)
      stage.act(.search)
      stage.type("tatoine")
      stage.settle(Finding.answers)
      stage.type("x")
    }
  }

  @Test func saysThatNothingFits() {
    expectGolden("search-nothing") { stage in
      stage.send(.begin)
      stage.settle(Finding.answers)
      stage.act(.search)
      stage.type("zzz")
      stage.settle(Finding.answers)
    }
  }

  @Test func saysWhatIsWrongWithAFilter() {
    expectGolden("search-bad-filter") { stage in
      stage.send(.begin)
      stage.settle(Finding.answers)
      stage.act(.search)
      stage.type("mass>heavy")
      stage.settle(Finding.answers)
    }
  }

  @Test func fallsBackToLoadedNamesWithoutAWorker() {
    expectGolden("search-no-worker") { stage in
      stage.send(.begin)
      stage.open("people")
      stage.settle(Finding.noWorker)
      stage.act(.search)
      stage.type("sky")
      stage.settle(Finding.noWorker)
    }
  }

  @Test func saysHowMuchIsIndexed() {
    expectGolden("search-partial") { stage in
      stage.send(.begin)
      stage.settle(Finding.answers)
      stage.act(.search)
      stage.type("arid")
      stage.settle(Finding.answers)
      stage.act(.down, .mark, .down)
      stage.settle(Finding.answers)
    }
  }
}
