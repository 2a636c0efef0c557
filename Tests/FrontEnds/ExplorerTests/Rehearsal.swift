import MessageBus
import Models
import OrderedJSON
import Presentation

@testable import Explorer

/// An explorer led by hand: what it asks waits here until it is answered, and alarms ring when told.
struct Rehearsal {
  private(set) var explorer: Explorer
  /// Of the last message.
  private(set) var effects: [Effect] = []
  private(set) var waiting: [(ticket: Ticket, question: Question)] = []
  private(set) var now = Moment.zero

  init(columns: Int = 80, rows: Int = 24) {
    explorer = ExplorerTests.explorer(Viewport(columns: columns, rows: rows))
  }

  var questions: [Question] { waiting.map(\.question).filter { $0 != .statistics } }

  mutating func send(_ message: Message) {
    effects = explorer.update(message, at: now)
    for effect in effects {
      switch effect {
      case .ask(let ticket, let question): waiting.append((ticket, question))
      case .cancel(let ticket): waiting.removeAll { $0.ticket == ticket }
      default: break
      }
    }
  }

  mutating func act(_ actions: Action...) {
    for action in actions { send(.act(action)) }
  }

  mutating func type(_ text: String) { send(.edit(.insert(text))) }

  mutating func pass(_ duration: Duration) { now = now + duration }

  mutating func open(_ kind: KindName) {
    if let index = explorer.tabs.firstIndex(where: { $0.content == .kind(kind) }) { send(.point(.tab(index))) }
  }

  /// Answers the oldest question that is this one; `false` when nobody asked it.
  @discardableResult
  mutating func answer(_ question: Question, _ answer: Answer) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.question == question }) else { return false }
    let ticket = waiting.remove(at: index).ticket
    send(.answered(ticket, answer))
    return true
  }

  /// A page of people with these names, their numbers counted on from page to page.
  static func page(_ number: Int, of pages: Int, count: Int, _ names: [String], first id: Int) -> Answer {
    let records = names.enumerated().compactMap { try? ExplorerTests.record(Reference(Person.kind, id + $0.offset), $0.element) }
    return .page(RecordPage(kind: Person.kind, page: number, pages: pages, count: count, records: records), Provenance())
  }

  static let down = Problem(502, "the origin does not answer", detail: "nobody listens", type: "urn:holocron:origin")
}

extension Effect {
  /// Whether it asks this.
  func asks(_ question: Question) -> Bool { if case .ask(_, question) = self { true } else { false } }
}
