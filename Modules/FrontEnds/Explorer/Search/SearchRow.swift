import Contracts
import Localization
import Models
import Presentation
import Text

/// A row below the search field.
enum SearchRow: Sendable, Hashable {
  case heading(Phrase)
  case match(Match)
  case favourite(Reference)
  case search(String)
  /// The last search, with the number of its results.
  case allResults(String, Int)
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

  private static func section(_ heading: Phrase, _ rows: [SearchRow]) -> [SearchRow] {
    rows.isEmpty ? [] : [.heading(heading)] + rows
  }

  /// Returns the sections below `first`, separated by empty rows.
  private static func joined(_ sections: [[SearchRow]]) -> [SearchRow] {
    Array(sections.filter { !$0.isEmpty }.joined(separator: [.gap]))
  }

  private var favouriteRows: [SearchRow] { Self.section(.favourites, favourites.prefix(Self.limit).map { .favourite($0) }) }

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

/// The columns of search results: the name, the matching field unless it is the name, and the kind at the right edge.
struct SearchColumns {
  private let name: Int
  private let field: Int
  private let kind: Int

  /// Measures all rows, so that scrolling does not move the columns.
  init(_ rows: [SearchRow], within columns: Int, _ context: RenderContext) {
    let matches = rows.compactMap { row -> Match? in if case .match(let match) = row { match } else { nil } }
    let kinds = Set(rows.compactMap(\.reference?.kind)).map { context.names.word(for: $0).columns }
    kind = min(kinds.max() ?? 0, max(0, columns / 3))
    let room = max(0, columns - kind - 2)
    // A row without a field uses the whole width for its name.
    let widest = matches.filter { $0.field != nil }.map { context.records.name(of: $0).text.printable.columns }.max()
    name = if let widest, room >= 34 { min(widest, room * 3 / 5) } else { room }
    field = max(0, room - name - 2)
  }

  private var nameWithoutField: Int { field > 0 ? name + 2 + field : name }

  func draw(_ row: SearchRow, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ context: RenderContext) {
    let start = line.column + ListLayout.margin
    switch row {
    case .heading, .gap: break
    case .search(let text):
      canvas.put(text.printable, column: start, row: line.row, width: ListLayout.textColumns(in: line.columns), selected: selection)
    case .allResults(_, let count):
      canvas.put(
        context.language.say(.allResults(count)), .muted, column: start, row: line.row, width: ListLayout.textColumns(in: line.columns),
        selected: selection)
    case .favourite(let reference):
      canvas.put(context.names.text(of: reference), column: start, row: line.row, width: nameWithoutField, selected: selection)
      drawKind(of: reference, on: &canvas, in: line, selection, context)
    case .match(let match):
      let title = context.records.name(of: match)
      let used = canvas.put(
        .marked(title.text, .accent, at: title.marks), column: start, row: line.row,
        width: match.field == nil ? nameWithoutField : name, selected: selection)
      let column = field > 0 ? start + name + 2 : start + used + 2
      let room = field > 0 ? field : name - used - 2
      if room >= 6, let text = Self.fieldText(match, within: room, context) {
        canvas.put(text, column: column, row: line.row, width: room, selected: selection)
      }
      drawKind(of: match.reference, on: &canvas, in: line, selection, context)
    }
  }

  private func drawKind(
    of reference: Reference, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ context: RenderContext
  ) {
    let word = context.names.word(for: reference.kind)
    let end = line.column + ListLayout.margin + ListLayout.textColumns(in: line.columns)
    canvas.put(word, .muted, column: end - min(kind, word.columns), row: line.row, width: kind, selected: selection)
  }

  /// Returns the matching field and its excerpt, `Homeworld Tatooine`. Drops the field's label, and then the beginning of the excerpt,
  /// where space is short.
  private static func fieldText(_ match: Match, within columns: Int, _ context: RenderContext) -> StyledText? {
    guard let key = match.field else { return nil }
    let kind = match.reference.kind
    let label = context.names.label(of: key, in: kind)
    guard let (excerpt, marks) = match.localizedExcerpt(context.wording) else { return StyledText(label, .muted) }
    let marked = StyledText.marked(excerpt, .muted, at: marks)
    let whole = StyledText(label + " ", .muted) + marked
    let needed = marks.first.map { label.columns + 1 + String(excerpt.prefix($0.upperBound)).columns + 1 } ?? whole.columns
    if min(whole.columns, needed) <= columns { return whole.truncated(to: columns) }
    guard marked.columns > columns, let first = marks.first, String(excerpt.prefix(first.upperBound)).columns > columns else {
      return marked
    }
    let shifted = marks.map { $0.lowerBound - first.lowerBound..<$0.upperBound - first.lowerBound }
    return StyledText("…", .muted) + .marked(String(excerpt.dropFirst(first.lowerBound)), .muted, at: shifted)
  }
}
