public import Contracts

/// A row below the field of the search.
public enum SearchRow: Sendable, Hashable {
  public enum Heading: Sendable, Hashable {
    case worthALook, recentSearches
  }

  case heading(Heading)
  case match(Match)
  /// An earlier search.
  case search(String)
  /// Between two parts.
  case gap

  public var canBeSelected: Bool {
    switch self {
    case .heading, .gap: false
    case .match, .search: true
    }
  }

  /// Both mean the same record or search, however it is marked.
  func isSame(as other: SearchRow) -> Bool {
    switch (self, other) {
    case (.match(let left), .match(let right)): left.reference == right.reference
    default: self == other
    }
  }
}

extension SearchModel.Findings {
  func rows(suggestions: [Match], history: [String]) -> [SearchRow] {
    switch self {
    case .unknown: []
    case .answer(let answer): answer.matches.map { .match($0) }
    case .names(let matches): matches.map { .match($0) }
    case .start:
      (suggestions.isEmpty ? [] : [.heading(.worthALook)] + suggestions.map { .match($0) })
        + (suggestions.isEmpty || history.isEmpty ? [] : [.gap])
        + (history.isEmpty ? [] : [.heading(.recentSearches)] + history.map { .search($0) })
    }
  }
}

/// A selection among rows of which some are headings.
struct SearchSelection: Sendable, Hashable {
  private(set) var scroller = Scroller()

  mutating func start(in rows: [SearchRow], height: Int) {
    scroller = Scroller()
    select(0, rows, height: height)
  }

  /// Moves to the row, or to the next below it that can be selected, or else to the next above.
  mutating func select(_ row: Int, _ rows: [SearchRow], height: Int, towards step: Int = 1) {
    let wanted = min(max(0, row), max(0, rows.count - 1))
    let places = rows.indices.filter { rows[$0].canBeSelected }
    let found =
      step > 0
      ? places.first { $0 >= wanted } ?? places.last : places.last { $0 <= wanted } ?? places.first
    guard let found else { return scroller = Scroller() }
    scroller.select(found, count: rows.count, height: height)
    // The heading above the first row comes into sight with it.
    if found == places.first { scroller.scroll(by: -scroller.top, count: rows.count, height: height) }
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

  /// After the rows changed: the selection stays with the row it was on; where that is gone, it starts anew.
  mutating func follow(_ row: SearchRow?, _ rows: [SearchRow], height: Int) {
    guard let row, let place = rows.firstIndex(where: { $0.isSame(as: row) }) else { return start(in: rows, height: height) }
    scroller.follow(to: place, count: rows.count, height: height)
  }
}
