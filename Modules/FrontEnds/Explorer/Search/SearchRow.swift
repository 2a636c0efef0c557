import Contracts
import Models

/// A row below the search field.
enum SearchRow: Sendable, Hashable {
  enum Heading: Sendable, Hashable {
    case suggestions, recentSearches
  }

  case heading(Heading)
  case match(Match)
  /// A recent search.
  case search(String)
  /// The empty row between two sections.
  case gap

  var canBeSelected: Bool {
    switch self {
    case .heading, .gap: false
    case .match, .search: true
    }
  }

  var reference: Reference? { if case .match(let match) = self { match.reference } else { nil } }

  /// Whether both rows are the same record or search, regardless of marks.
  func isSame(as other: SearchRow) -> Bool {
    switch (self, other) {
    case (.match(let left), .match(let right)): left.reference == right.reference
    default: self == other
    }
  }
}

extension SearchModel.Content {
  func rows(suggestions: [Match], history: [String]) -> [SearchRow] {
    switch self {
    case .pending: []
    case .answer(let answer): answer.matches.map { .match($0) }
    case .cachedNames(let matches): matches.map { .match($0) }
    case .startPage:
      (suggestions.isEmpty ? [] : [.heading(.suggestions)] + suggestions.map { .match($0) })
        + (suggestions.isEmpty || history.isEmpty ? [] : [.gap])
        + (history.isEmpty ? [] : [.heading(.recentSearches)] + history.map { .search($0) })
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

  mutating func move(by step: Int, _ rows: [SearchRow], height: Int) {
    select(scroller.selection + step, rows, height: height, towards: step)
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
