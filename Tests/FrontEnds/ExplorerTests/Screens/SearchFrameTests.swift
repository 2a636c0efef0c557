import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// The search in each of its states.
@Suite struct SearchFrameTests {
  @Test func beginsWithSuggestionsAndEarlierSearches() {
    expectGolden("search-start") { stage in
      stage.send(.begin)
      stage.settle(SearchAnswers.forgetful)
      stage.act(.search)
      stage.send(.edit(.deleteAll))
      stage.act(.cancel, .down)
      stage.settle(SearchAnswers.forgetful)
    }
  }

  @Test func beginsWithTheLastSearch() {
    expectGolden("search-restored") { stage in
      stage.send(.begin)
      stage.settle(SearchAnswers.answers)
    }
  }

  @Test func isBlankUntilItKnowsWhatWasSearched() {
    expectGolden("search-loading") { stage in stage.send(.begin) }
  }

  private static func search(_ text: String, on stage: inout Stage, answers: (Question) -> Answer? = SearchAnswers.answers) {
    stage.send(.begin)
    stage.settle(answers)
    stage.act(.search)
    stage.type(text)
    stage.settle(answers)
  }

  @Test func showsWhatIsTyped() {
    expectGolden("search-typed") { stage in
      Self.search("tatoine", on: &stage)
    }
  }

  @Test func keepsWhatWasFoundWhileOneTypes() {
    expectGolden("search-typing") { stage in
      Self.search("tatoine", on: &stage)
      stage.type("x")
    }
  }

  @Test func saysThatNothingFits() {
    expectGolden("search-nothing") { stage in
      Self.search("zzz", on: &stage)
    }
  }

  @Test func saysWhatIsWrongWithAFilter() {
    expectGolden("search-bad-filter") { stage in
      Self.search("mass>heavy", on: &stage)
    }
  }

  @Test func fallsBackToLoadedNamesWithoutAWorker() {
    expectGolden("search-no-worker") { stage in
      stage.send(.begin)
      stage.open("people")
      stage.settle(SearchAnswers.noWorker)
      stage.act(.search)
      stage.type("sky")
      stage.settle(SearchAnswers.noWorker)
    }
  }

  @Test func saysThatTheIndexIsNotSaved() {
    expectGolden("search-not-saved") { stage in
      Self.search("tatoine", on: &stage, answers: SearchAnswers.unsaved)
    }
  }

  @Test(arguments: Languages.all.map(\.code)) func saysInEveryLanguageThatTheIndexIsNotSaved(code: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    var stage = Stage(Viewport(columns: 40, rows: 12), Explorer.Look(theme: DarkTheme(), language: language))
    Self.search("tatoine", on: &stage, answers: SearchAnswers.unsaved)
    let shown = Golden.characters(of: ExplorerScreen.frame(of: stage.explorer, at: stage.now))
    #expect(shown.contains(language.say(FindingPhrase.indexNotSaved)))
  }

  @Test func saysHowMuchIsIndexed() {
    expectGolden("search-partial") { stage in
      stage.send(.begin)
      stage.settle(SearchAnswers.answers)
      stage.act(.search)
      stage.type("arid")
      stage.settle(SearchAnswers.answers)
      stage.act(.down, .mark, .down)
      stage.settle(SearchAnswers.answers)
    }
  }
}
