import Contracts
import Models

/// A row below the search field.
enum SearchRow: Sendable, Hashable {
  enum Heading: Sendable, Hashable {
    case lastSearch, favourites, suggestions, recentSearches
  }

  case heading(Heading)
  case match(Match)
  case favourite(Reference)
  /// A recent search.
  case search(String)
  /// The last search, with the number of its results.
  case allResults(String, Int)
  /// The empty row between two sections.
  case gap

  var canBeSelected: Bool {
    switch self {
    case .heading, .gap: false
    case .match, .favourite, .search, .allResults: true
    }
  }

  var reference: Reference? {
    switch self {
    case .match(let match): match.reference
    case .favourite(let reference): reference
    case .heading, .search, .allResults, .gap: nil
    }
  }

  /// Whether both rows are the same record or search, regardless of marks.
  func isSame(as other: SearchRow) -> Bool {
    switch (self, other) {
    case (.match(let left), .match(let right)): left.reference == right.reference
    default: self == other
    }
  }
}

/// What the first screen and the empty search show, in sections.
struct StartRows: Sendable, Hashable {
  /// The favourites that were added last, the last one first.
  var favourites: [Reference] = []
  var suggestions: [Match] = []
  var history: [String] = []

  /// Maximum number of matches of the last search, and of favourites.
  static let limit = 5

  private static func section(_ heading: SearchRow.Heading, _ rows: [SearchRow]) -> [SearchRow] {
    rows.isEmpty ? [] : [.heading(heading)] + rows
  }

  /// Returns the sections below `first`, separated by empty rows.
  private static func joined(_ sections: [[SearchRow]]) -> [SearchRow] {
    Array(sections.filter { !$0.isEmpty }.joined(separator: [.gap]))
  }

  private var favouriteRows: [SearchRow] { Self.section(.favourites, favourites.prefix(Self.limit).map { .favourite($0) }) }

  /// The rows of an empty search.
  var rows: [SearchRow] {
    Self.joined([
      favouriteRows, Self.section(.suggestions, suggestions.map { .match($0) }),
      Self.section(.recentSearches, history.map { .search($0) }),
    ])
  }

  /// Returns the rows after the start: the best results of the last search first.
  func rows(restoring answer: SearchAnswer, _ query: String) -> [SearchRow] {
    guard !answer.matches.isEmpty else { return rows }
    var last = Self.section(.lastSearch, answer.matches.prefix(Self.limit).map { .match($0) })
    if answer.count > Self.limit { last.append(.allResults(query, answer.count)) }
    let shown = Set(answer.matches.prefix(Self.limit).map(\.reference)).union(favourites.prefix(Self.limit))
    let others = suggestions.filter { !shown.contains($0.reference) }
    return Self.joined([
      last, favouriteRows, Self.section(.suggestions, others.map { .match($0) }),
      Self.section(.recentSearches, history.filter { $0 != query }.map { .search($0) }),
    ])
  }
}

extension SearchModel.Content {
  /// Returns the rows. `restored` is the last search while the user has not searched yet.
  func rows(_ start: StartRows, restored: String?) -> [SearchRow] {
    switch self {
    case .pending: []
    case .answer(let answer): restored.map { start.rows(restoring: answer, $0) } ?? answer.matches.map { .match($0) }
    case .cachedNames(let matches): matches.map { .match($0) }
    case .startPage: start.rows
    }
  }
}

/// A selection that skips headings.
struct SearchSelection: Sendable, Hashable {
  private(set) var scroller = Scroller()

  mutating func start(in rows: [SearchRow], height: Int) {
    scroller = Scroller()
    select(0, rows, height: height)
  }

  /// Selects `row`, the next selectable row below it or, if there is none, the nearest above.
  mutating func select(_ row: Int, _ rows: [SearchRow], height: Int, towards step: Int = 1) {
    let target = min(max(0, row), max(0, rows.count - 1))
    let selectable = rows.indices.filter { rows[$0].canBeSelected }
    let found =
      step > 0
      ? selectable.first { $0 >= target } ?? selectable.last : selectable.last { $0 <= target } ?? selectable.first
    guard let found else { return scroller = Scroller() }
    scroller.select(found, count: rows.count, height: height)
    // The heading above the first row scrolls into view with it.
    if found == selectable.first { scroller.scroll(by: -scroller.top, count: rows.count, height: height) }
  }

  mutating func scroll(by lines: Int, _ rows: [SearchRow], height: Int) {
    scroller.scroll(by: lines, count: rows.count, height: height)
    guard rows.indices.contains(scroller.selection), !rows[scroller.selection].canBeSelected else { return }
    let top = scroller.top
    select(scroller.selection, rows, height: height)
    if scroller.top != top, scroller.selection < top + height { scroller.scroll(by: top - scroller.top, count: rows.count, height: height) }
  }

  /// Keeps the selection on `row` after the rows changed; selects the first row if `row` is gone.
  mutating func follow(_ row: SearchRow?, _ rows: [SearchRow], height: Int) {
    guard let row, let index = rows.firstIndex(where: { $0.isSame(as: row) }) else { return start(in: rows, height: height) }
    scroller.follow(to: index, count: rows.count, height: height)
  }
}
