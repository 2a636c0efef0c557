import Contracts
import Explorer
import MessageBus
import Models
import Presentation

/// An explorer without a world: messages go in by hand, time passes when told, and questions wait until they are answered, by hand or from the
/// catalogue that comes with the program.
struct Stage {
  struct Asked: Equatable {
    let ticket: Ticket
    let question: Question
  }

  private(set) var explorer: Explorer
  private(set) var now = Moment(.seconds(1))
  /// Questions without an answer, in the order of asking.
  private(set) var questions: [Asked] = []
  /// What the last message led to.
  private(set) var effects: [Effect] = []
  /// When each alarm that is set rings.
  private(set) var alarms: [Alarm: Moment] = [:]
  /// How old the answers from the catalogue are.
  var provenance = Provenance(age: 120, location: nil)

  init(_ viewport: Viewport, _ look: Explorer.Look) {
    explorer = Explorer(kinds: .standard, look: look, viewport: viewport)
  }

  mutating func send(_ message: Message) {
    effects = explorer.update(message, at: now)
    for effect in effects {
      switch effect {
      case .ask(let ticket, let question): questions.append(Asked(ticket: ticket, question: question))
      case .cancel(let ticket): questions.removeAll { $0.ticket == ticket }
      case .wake(let alarm, let delay): alarms[alarm] = now + delay
      case .sleep(let alarm): alarms[alarm] = nil
      default: break
      }
    }
  }

  mutating func act(_ actions: Action...) {
    for action in actions { send(.act(action)) }
  }

  mutating func type(_ text: String) {
    for character in text { send(.edit(.insert(String(character)))) }
  }

  /// Lets time pass; alarms ring when they are due, the earliest first.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let next = alarms.filter({ $0.value <= end }).min(by: { $0.value < $1.value }) {
      now = max(now, next.value)
      alarms[next.key] = nil
      send(.ring(next.key))
    }
    now = end
  }

  /// Answers the questions for which `reply` has an answer.
  mutating func answer(_ reply: (Question) -> Answer?) {
    for asked in questions {
      guard let answer = reply(asked.question) else { continue }
      questions.removeAll { $0.ticket == asked.ticket }
      send(.answered(asked.ticket, answer))
    }
  }

  /// Fails every question that waits.
  mutating func fail(_ problem: Problem) { answer { _ in .failed(problem) } }

  /// Answers what `special` does not from the catalogue, and rings what waits for a rest, until nothing is asked any more. Statistics are
  /// answered by `special` alone.
  mutating func settle(_ special: (Question) -> Answer? = { _ in nil }) {
    let provenance = provenance
    for _ in 0..<200 {
      answer { question in special(question) ?? CatalogueAnswers.answer(question, provenance) }
      let waiting = alarms.keys.filter(Self.isRest)
      for alarm in waiting {
        alarms[alarm] = nil
        send(.ring(alarm))
      }
      if waiting.isEmpty, !questions.contains(where: { special($0.question) != nil || $0.question != .statistics }) { return }
    }
  }

  private static func isRest(_ alarm: Alarm) -> Bool {
    switch alarm {
    case .crawlMoves, .remarkFades, .agesGrew, .statisticsDue: false
    default: true
    }
  }

  /// Opens the tab of the kind.
  mutating func open(_ kind: String) {
    guard let index = explorer.tabs.firstIndex(where: { KindName(kind).map(Tab.Content.kind) == $0.content }) else { return }
    send(.point(.tab(index)))
  }

  /// Opens the record over the list of its kind.
  mutating func show(_ reference: String) {
    guard let reference = Reference(reference) else { return }
    open(reference.kind.text)
    send(.go(.record(reference)))
  }

  mutating func compare(_ references: String...) { send(.go(.compare(references.compactMap { Reference($0) }))) }

  mutating func sort(_ kind: String, by key: String) {
    if let kind = KindName(kind) { send(.go(.sort(kind, key))) }
  }
}
