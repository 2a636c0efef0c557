public import Contracts
public import MessageBus
public import Models

/// The search over all kinds. It begins with the last search, or with suggestions and the searches before.
///
/// What was found stays until something newer is; an answer that comes after its question has changed is dropped.
public struct SearchModel: PageModel {
  public enum Findings: Sendable, Hashable {
    /// Whether there is a last search is not known yet.
    case unknown
    /// Nothing is asked for: suggestions and earlier searches.
    case start
    case answer(SearchAnswer)
    /// No search worker answers: names of records that are loaded.
    case names([Match])
  }

  /// How many matches are asked for; more are counted, not listed.
  static let limit = 100
  /// Rows of earlier searches.
  static let historyLimit = 50
  static let suggestionLimit = 6
  /// Typing that rests so long has paused.
  static let pause = Duration.milliseconds(80)
  /// After so long without a key a query has settled, and is worth requests to an origin far away.
  static let settledPause = Duration.milliseconds(600)
  /// An index that has not grown for so long is asked again.
  static let settling = Duration.milliseconds(700)

  public internal(set) var field = TextField()
  public internal(set) var isTyping = false
  /// The whole text is selected: what is typed next takes its place.
  public internal(set) var replacesText = false
  public internal(set) var findings = Findings.unknown
  /// Why the last question was not answered.
  public internal(set) var problem: Problem?
  public internal(set) var rows: [SearchRow] = []
  var suggestions: [Match] = []
  var history: [String] = []
  var selection = SearchSelection()
  var asked: Ticket?
  var suggesting: Ticket?
  var recalling: Ticket?
  /// The text has changed, and the question waits for typing to pause.
  var isDue = false
  /// An incomplete index has answered; the origin is asked, too, once the query has settled.
  var isSettling = false
  /// The query that the origin was asked for last: it is asked for each once.
  var settled: String?
  /// What was found came from an incomplete index, which has grown since.
  var isOutdated = false
  /// Enter was pressed before there was an answer.
  var opensBest = false
  /// Nobody has typed or asked anything: the last search may be restored.
  var isUntouched = true
  var hasBegun = false

  public init() {}

  public var scroller: Scroller { selection.scroller }
  /// What is searched for.
  public var query: String { String(field.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
  /// An answer is on its way, or its question is about to be asked.
  public var isBusy: Bool { isDue || asked != nil || (isSettling && rows.isEmpty) || (findings == .unknown && recalling != nil) }

  /// Suggestions are on their way.
  public var isWaiting: Bool { suggesting != nil }

  public var selected: SearchRow? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  public var subject: Reference? {
    guard case .match(let match)? = selected else { return nil }
    return match.reference
  }

  public mutating func appear(_ work: inout Work) {
    if !hasBegun {
      hasBegun = true
      recall(.none, &work)
    } else if isDue || isOutdated {
      // The alarm may have rung while another page was open.
      ask(&work)
    } else if isSettling {
      askOrigin(&work)
    }
    selection.select(scroller.selection, rows, height: height(work))
  }

  /// Puts `query` into the field and asks for it; `nil` only puts the cursor there.
  public mutating func search(_ query: String?, _ work: inout Work) {
    guard let query else { return focus() }
    isUntouched = false
    isTyping = false
    field = TextField(query)
    if self.query.isEmpty { start(&work) } else { ask(&work) }
  }

  public mutating func edit(_ edit: TextEdit, _ work: inout Work) {
    guard isTyping else { return }
    let before = query
    if replacesText {
      replacesText = false
      switch edit {
      case .insert, .deleteBackward, .deleteForward, .deleteWord, .deleteAll: field = TextField()
      case .moveLeft, .moveRight, .moveToStart, .moveToEnd: break
      }
    }
    field.apply(edit)
    guard query != before else { return }
    isUntouched = false
    opensBest = false
    stopAsking(&work)
    if query.isEmpty { return start(&work) }
    isDue = true
    work.order(.wake(.typingPaused, after: Self.pause))
  }

  public mutating func ring(_ alarm: Alarm, _ work: inout Work) {
    if (alarm == .typingPaused && isDue) || (alarm == .indexGrew && isOutdated) { ask(&work) }
    if alarm == .querySettled, isSettling { askOrigin(&work) }
  }

  public mutating func heed(_ notice: Notice, _ work: inout Work) {
    switch notice {
    case .historyChanged: recall(.none, &work)
    case .worker(let service, joined: true) where service == ServiceName.search.text: tryAgain(&work)
    case .changedSomehow: tryAgain(&work)
    case .changed, .listChanged:
      // An index learns what the cache learns.
      guard case .answer(let answer) = findings, !answer.coverage.isComplete else { return }
      isOutdated = true
      if work.openTab == .search { work.order(.wake(.indexGrew, after: Self.settling)) }
    default: break
    }
  }

  public mutating func point(_ row: Int, _ work: inout Work) {
    guard rows.indices.contains(row), rows[row].canBeSelected else { return }
    guard row != scroller.selection || isTyping else { return openSelected(&work) }
    isTyping = false
    selection.select(row, rows, height: height(work))
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) { selection.scroll(by: lines, rows, height: height(work)) }

  func height(_ work: Work) -> Int { SearchLayout(work.layout.list).rows.rows }

  /// A question that failed for want of a bus or a worker may be answered now.
  private mutating func tryAgain(_ work: inout Work) {
    guard problem != nil, hasBegun else { return }
    recall(.none, &work)
    // Nobody has asked for anything yet: the last search may still be where it begins.
    guard !isUntouched else { return findings = .unknown }
    if query.isEmpty { start(&work) } else { ask(&work) }
  }
}
