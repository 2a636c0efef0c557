import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// An explorer whose messages are sent by hand. Time passes on request, and requests are answered by hand or from the bundled catalogue.
struct ExplorerHarness {
  struct Request: Equatable {
    let id: RequestID
    let query: ExplorerQuery
  }

  /// The explorer; tests may change its state directly.
  var explorer: Explorer
  var now = Moment(.seconds(1))
  /// The effects of the last message.
  private(set) var effects: [Effect] = []
  /// Pending requests, in the order of sending.
  private(set) var requests: [Request] = []
  /// When each running timer fires.
  private(set) var timers: [TimerID: Moment] = [:]
  /// The provenance of results from the catalogue.
  var provenance = Provenance(age: 120, location: nil)

  init(_ viewport: Viewport, _ settings: Explorer.Settings, keepsFavourites: Bool = false, day: Int? = nil) {
    explorer = Explorer(kinds: .standard, settings: settings, viewport: viewport, keepsFavourites: keepsFavourites, day: day)
    explorer.isOriginNear = true
  }

  init(columns: Int = 80, rows: Int = 24, motion: Bool = true) {
    self.init(
      Viewport(columns: columns, rows: rows), Explorer.Settings(theme: Themes.all[0], language: English(), usesMotion: motion))
  }

  init(_ viewport: Viewport, language code: String, keepsFavourites: Bool = false) {
    let language = Languages.all.first { $0.code == code } ?? Languages.all[0]
    self.init(viewport, Explorer.Settings(theme: .dark, language: language), keepsFavourites: keepsFavourites)
  }

  var frame: Frame { ExplorerScreen.frame(of: explorer, at: now) }
  /// The characters on the screen.
  var screen: String { Golden.characters(of: frame) }

  mutating func send(_ message: Message) {
    effects = explorer.update(message, at: now)
    for effect in effects {
      switch effect {
      case .send(let id, let query): requests.append(Request(id: id, query: query))
      case .cancel(let id): requests.removeAll { $0.id == id }
      case .startTimer(let timer, let delay): timers[timer] = Moment(now.sinceStart + delay)
      case .cancelTimer(let timer): timers[timer] = nil
      default: break
      }
    }
  }

  /// Advances the time and fires the timers that are due, earliest first.
  mutating func advance(by duration: Duration) {
    let end = Moment(now.sinceStart + duration)
    while let next = timers.filter({ $0.value <= end }).min(by: { $0.value < $1.value }) {
      now = max(now, next.value)
      timers[next.key] = nil
      send(.timerFired(next.key))
    }
    now = end
  }

  // MARK: Input

  mutating func perform(_ actions: Action...) {
    for action in actions { send(.perform(action)) }
  }

  mutating func type(_ text: String) {
    for character in text { send(.edit(.insert(String(character)))) }
  }

  /// Opens the tab of the kind.
  mutating func open(_ kind: KindName) {
    if let index = explorer.tabs.firstIndex(where: { $0.content == .kind(kind) }) { send(.click(.tab(index))) }
  }

  mutating func open(_ kind: String) {
    if let kind = KindName(kind) { open(kind) }
  }

  /// Opens the record over the list of its kind.
  mutating func show(_ reference: String) {
    guard let reference = Reference(reference) else { return }
    open(reference.kind)
    send(.navigate(.record(reference)))
  }

  /// Opens the record, which arrives with this name.
  mutating func show(_ reference: Reference, named name: String) throws {
    send(.navigate(.record(reference)))
    answer(.record(reference, revalidate: false), .record(try ExplorerTests.record(reference, name), Provenance()))
  }

  mutating func compare(_ references: String...) { send(.navigate(.compare(references.compactMap { Reference($0) }))) }

  mutating func sort(_ kind: String, by key: String) {
    if let kind = KindName(kind) { send(.navigate(.sort(kind, key))) }
  }

  /// Stores records of the catalogue in the cache.
  mutating func store(_ references: String...) throws {
    for text in references {
      let reference = try #require(Reference(text))
      explorer.records.store(try Catalogue.standard.record(reference), Provenance(), from: RequestID(0), lastIssued: RequestID(0), at: now)
    }
  }

  // MARK: Requests

  /// The pending queries, without those for statistics and for the origin's kinds.
  var queries: [ExplorerQuery] { requests.map(\.query).filter { ![.statistics, .kinds].contains($0) } }
  /// The queries that the last message sent.
  var sentQueries: [ExplorerQuery] { effects.compactMap { if case .send(_, let query) = $0 { query } else { nil } } }
  /// Whether the last message cancelled a request.
  var hasCancelled: Bool { effects.contains { if case .cancel = $0 { true } else { false } } }

  /// Answers the oldest request with this query; returns `false` if there is none.
  @discardableResult
  mutating func answer(_ query: ExplorerQuery, _ result: QueryResult) -> Bool {
    guard let index = requests.firstIndex(where: { $0.query == query }) else { return false }
    let id = requests.remove(at: index).id
    send(.received(id, result))
    return true
  }

  /// Answers the newest request that satisfies `isWanted` and returns its ID.
  @discardableResult
  mutating func answer(_ result: QueryResult, _ isWanted: (ExplorerQuery) -> Bool) throws -> RequestID {
    let index = try #require(requests.lastIndex { isWanted($0.query) })
    let id = requests.remove(at: index).id
    send(.received(id, result))
    return id
  }

  /// Answers the requests for which `reply` returns a result.
  mutating func answerAll(_ reply: (ExplorerQuery) -> QueryResult?) {
    for request in requests {
      guard let result = reply(request.query) else { continue }
      requests.removeAll { $0.id == request.id }
      send(.received(request.id, result))
    }
  }

  /// Answers requests by `special` or else from the catalogue and fires the debounce timers, until no request is pending. Only `special`
  /// answers statistics.
  mutating func settle(_ special: (ExplorerQuery) -> QueryResult? = { _ in nil }) {
    let provenance = provenance
    for _ in 0..<200 {
      answerAll { query in special(query) ?? CatalogueResults.result(of: query, provenance) }
      let due = timers.keys.filter(Self.isDebounce)
      for timer in due {
        timers[timer] = nil
        send(.timerFired(timer))
      }
      if due.isEmpty, !requests.contains(where: { special($0.query) != nil || $0.query != .statistics }) { return }
    }
    Issue.record("requests and timers follow each other without end: \(queries), \(timers.keys)")
  }

  private static func isDebounce(_ timer: TimerID) -> Bool {
    switch timer {
    case .crawlStep, .toastExpired, .statisticsDue, .logDue: false
    default: true
    }
  }
}
