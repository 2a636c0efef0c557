import Catalogue
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// An explorer on a desk: messages go in by hand, and what they order is kept to be looked at.
struct Desk {
  var explorer: Explorer
  var now = Moment(.seconds(1))
  /// What the last message led to.
  var effects: [Effect] = []
  /// Questions that wait, the newest last.
  var questions: [(ticket: Ticket, question: Question)] = []

  init(columns: Int = 80, rows: Int = 24, motion: Bool = true) {
    let look = Explorer.Look(theme: Themes.all[0], language: English(), usesMotion: motion)
    explorer = Explorer(kinds: .standard, look: look, viewport: Viewport(columns: columns, rows: rows))
  }

  mutating func send(_ message: Message) {
    effects = explorer.update(message, at: now)
    for effect in effects {
      switch effect {
      case .ask(let ticket, let question): questions.append((ticket, question))
      case .cancel(let ticket): questions.removeAll { $0.ticket == ticket }
      default: break
      }
    }
  }

  mutating func act(_ actions: Action...) { for action in actions { send(.act(action)) } }
  mutating func type(_ text: String) { for character in text { send(.edit(.insert(String(character)))) } }

  /// Answers the newest question that `wanted` picks, and returns its ticket.
  @discardableResult
  mutating func answer(_ answer: Answer, _ wanted: (Question) -> Bool) throws -> Ticket {
    let index = try #require(questions.lastIndex { wanted($0.question) })
    let ticket = questions.remove(at: index).ticket
    send(.answered(ticket, answer))
    return ticket
  }

  /// Gives the explorer a record of the catalogue, as a page that asked for it would.
  mutating func learn(_ references: String...) throws {
    for text in references {
      let reference = try #require(Reference(text))
      explorer.library.learn(try Catalogue.standard.record(reference), Provenance(), from: Ticket(0), last: Ticket(0), at: now)
    }
  }

  var asked: [Question] { effects.compactMap { if case .ask(_, let question) = $0 { question } else { nil } } }
  var isCancelling: Bool { effects.contains { if case .cancel = $0 { true } else { false } } }

  var search: SearchModel {
    for case .search(let model) in explorer.tabs.map(\.root) { return model }
    return SearchModel()
  }

  var picker: PickerModel? { if case .picker(let model)? = explorer.overlay { model } else { nil } }
  var crawl: CrawlModel? { if case .crawl(let model)? = explorer.overlay { model } else { nil } }

  /// The record that is shown on a page of its own.
  var shown: Reference? { if case .record(let model) = explorer.page { model.reference } else { nil } }

  static func isSearch(_ question: Question) -> Bool { if case .search = question { true } else { false } }
  static func isHistory(_ question: Question) -> Bool { if case .history = question { true } else { false } }
  static func isSuggestion(_ question: Question) -> Bool { if case .suggest = question { true } else { false } }
  static func isPath(_ question: Question) -> Bool { if case .path = question { true } else { false } }

  static func match(_ reference: String, _ name: String) -> Match { Match(Reference(reference) ?? Reference(Film.kind, 1), name) }

  static func found(_ query: String, _ matches: Match...) -> Answer {
    .search(SearchAnswer(query: query, count: matches.count, matches: matches, coverage: Coverage(records: 261, of: 261, isComplete: true)))
  }

  static func history(_ texts: String...) -> Answer { .history(History(texts.map { History.Entry($0, at: 1) })) }

  static let noWorker = Answer.failed(Problem(503, "no worker is attached", type: ProblemType.noWorker))
}
