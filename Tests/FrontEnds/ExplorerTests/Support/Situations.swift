import Models
import Presentation

@testable import Explorer

/// States of the explorer that tests check by rule, each reached from the start screen.
struct Situation: Sendable, CustomStringConvertible {
  typealias Answers = @Sendable (ExplorerQuery) -> QueryResult?

  let description: String
  private let steps: [Step]

  /// An input, after which all requests are answered, except those of `pending` ones.
  indirect enum Step: Sendable {
    case open(String), show(String), compare([String]), navigate(Destination), tab(Int), perform([Action]), type(String), wait(Duration)
    case run(@Sendable (inout ExplorerHarness) -> Void), pending(Step)

    static let begin = Step.run { $0.send(.begin) }

    fileprivate func perform(_ harness: inout ExplorerHarness) {
      switch self {
      case .open(let kind): harness.open(kind)
      case .show(let reference): harness.show(reference)
      case .compare(let references): harness.send(.navigate(.compare(references.compactMap { Reference($0) })))
      case .navigate(let destination): harness.send(.navigate(destination))
      case .tab(let index): harness.send(.click(.tab(index)))
      case .perform(let actions): for action in actions { harness.perform(action) }
      case .type(let text): harness.send(.edit(.insert(text)))
      case .wait(let duration): harness.advance(by: duration)
      case .run(let body): body(&harness)
      case .pending(let step): step.perform(&harness)
      }
    }
  }

  init(_ description: String, _ steps: Step...) { self.init(description, steps) }
  init(_ description: String, _ steps: [Step]) { (self.description, self.steps) = (description, steps) }

  func perform(_ harness: inout ExplorerHarness, _ answers: Answers) {
    for step in steps {
      step.perform(&harness)
      if case .pending = step { continue }
      harness.settle(answers)
    }
  }

  /// Returns the situations; `text` is typed, and the name of a process.
  static func all(typing text: String = "sky") -> [Situation] {
    let path = Destination.path(from: SearchResults.reference("people/1"), to: SearchResults.reference("people/16"))
    return [
      Situation("start"), Situation("list", .open("people")), Situation("films", .open("films")), Situation("status", .tab(7)),
      Situation("status with a selected process", .tab(7), .perform([.down, .down, .random])), Situation("record", .show("people/1")),
      Situation("fact of a record", .show("people/1"), .perform([.first])), Situation("film", .show("films/1")),
      Situation("record that failed to load", .show("people/17")),
      Situation("comparison", .compare(["people/1", "people/4"])),
      Situation("full comparison", .compare((1...6).map { "people/\($0)" })), Situation("path", .navigate(path), .perform([.last])),
      Situation("typed search", .perform([.search]), .type(text)),
      Situation("results", .perform([.search]), .type("tatoine"), .perform([.cancel])),
      Situation("last result", .perform([.search]), .type("tatoine"), .perform([.down, .pageDown, .last])),
      Situation("filtered list", .open("people"), .perform([.down, .mark, .filter]), .type(text)),
      Situation("list filtered by a condition", .open("people"), .perform([.filter]), .type("-male height>")),
      Situation("palette", .open("people"), .perform([.palette]), .type(text), .perform([.last])),
      Situation("languages", .open("people"), .perform([.language, .down, .down, .down, .down])),
      Situation("help", .open("films"), .perform([.help, .pageDown])),
      Situation("crawl", .open("films"), .perform([.crawl]), .wait(.seconds(9)), .perform([.up, .down, .pageDown])),
      Situation("log", .navigate(.log(text))), Situation("filtered log", .navigate(.log(text)), .perform([.filter]), .type(text)),
      Situation("favourites", .perform([.tab9])), Situation("filtered favourites", .perform([.tab9, .filter]), .type(text)),
    ]
  }

  /// Returns an explorer in this situation.
  func harness(
    _ size: Viewport = Viewport(columns: 132, rows: 43), language code: String = "en", _ answers: Answers = SearchResults.results
  ) -> ExplorerHarness {
    var harness = ExplorerHarness(size, language: code, keepsFavourites: true)
    harness.send(.begin)
    harness.settle(answers)
    perform(&harness, answers)
    return harness
  }
}
