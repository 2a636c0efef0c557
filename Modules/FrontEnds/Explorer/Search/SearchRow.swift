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

  var canBeSelected: Bool { reference != nil || query != nil }

  var reference: Reference? {
    switch self {
    case .match(let match): match.reference
    case .favourite(let reference): reference
    case .heading, .search, .allResults, .gap: nil
    }
  }

  /// The query that the row repeats.
  var query: String? {
    switch self {
    case .search(let text), .allResults(let text, _): text
    case .heading, .match, .favourite, .gap: nil
    }
  }

  /// Returns the text to copy.
  func text(_ records: RecordStore) -> String? {
    if case .match(let match) = self { match.name } else { query ?? reference.flatMap(records.name(of:)) }
  }

  /// Whether both rows are the same record or search, regardless of marks.
  func isSame(as other: SearchRow) -> Bool {
    if case (.match(let left), .match(let right)) = (self, other) { left.reference == right.reference } else { self == other }
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

  /// Returns the sections with their headings, separated by empty rows. After the start, the best results of the last search come first.
  func rows(restoring answer: SearchAnswer? = nil, _ query: String = "") -> [SearchRow] {
    let favourites = favourites.prefix(Self.limit)
    let best = answer?.matches.prefix(Self.limit) ?? []
    let shown = best.isEmpty ? [] : Set(best.map(\.reference)).union(favourites)
    var last: [SearchRow] = best.map { .match($0) }
    if let answer, answer.count > Self.limit, !best.isEmpty { last.append(.allResults(query, answer.count)) }
    let sections: [(Phrase, [SearchRow])] = [
      (.lastSearch, last), (.favourites, favourites.map { .favourite($0) }),
      (.suggestions, suggestions.filter { !shown.contains($0.reference) }.map { .match($0) }),
      (.recentSearches, history.filter { best.isEmpty || $0 != query }.map { .search($0) }),
    ]
    return Array(sections.filter { !$0.1.isEmpty }.map { [.heading($0.0)] + $0.1 }.joined(separator: [.gap]))
  }
}

/// The columns of search results: the name, the matching field unless it is the name, and the kind at the right edge.
struct SearchColumns {
  private let context: RenderContext
  private let name, field, kind: Int

  /// Measures all rows, so that scrolling does not move the columns.
  init(_ rows: [SearchRow], within columns: Int, _ context: RenderContext) {
    self.context = context
    let kinds = Set(rows.compactMap(\.reference?.kind)).map { context.names.word(for: $0).columns }
    kind = min(kinds.max() ?? 0, max(0, columns / 3))
    let room = max(0, columns - kind - 2)
    // A row without a field uses the whole width for its name.
    let widest = rows.compactMap { row -> Int? in
      guard case .match(let match) = row, match.field != nil else { return nil }
      return context.records.name(of: match).text.printable.columns
    }.max()
    name = if let widest, room >= 34 { min(widest, room * 3 / 5) } else { room }
    field = max(0, room - name - 2)
  }

  func draw(_ row: SearchRow, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection) {
    let (start, columns) = (line.column + ListLayout.margin, ListLayout.text(of: line).columns)
    func put(_ text: StyledText, _ column: Int, width: Int) -> Int {
      canvas.put(text, column: column, row: line.row, width: width, selected: selection)
    }
    let withoutField = field > 0 ? name + 2 + field : name
    switch row {
    case .heading, .gap: return
    case .search(let text): return _ = put(StyledText(text), start, width: columns)
    case .allResults(_, let count): return _ = put(StyledText(context.language.say(.allResults(count)), .muted), start, width: columns)
    case .favourite(let reference): _ = put(context.names.text(of: reference), start, width: withoutField)
    case .match(let match):
      let title = context.records.name(of: match)
      let used = put(.marked(title.text, .accent, at: title.marks), start, width: match.field == nil ? withoutField : name)
      let column = field > 0 ? start + name + 2 : start + used + 2
      let room = field > 0 ? field : name - used - 2
      if room >= 6, let text = fieldText(match, within: room) { _ = put(text, column, width: room) }
    }
    let word = StyledText(row.reference.map { context.names.word(for: $0.kind) } ?? "", .muted)
    _ = put(word, start + columns - min(kind, word.columns), width: kind)
  }

  /// Returns the matching field and its excerpt, `Homeworld Tatooine`. Drops the field's label, and then the beginning of the excerpt,
  /// where space is short.
  private func fieldText(_ match: Match, within columns: Int) -> StyledText? {
    guard let key = match.field else { return nil }
    let label = context.names.label(of: key, in: match.reference.kind)
    guard let (excerpt, marks) = match.localizedExcerpt(context.wording) else { return StyledText(label, .muted) }
    func columnsUpTo(_ mark: Range<Int>) -> Int { String(excerpt.prefix(mark.upperBound)).columns }
    let marked = StyledText.marked(excerpt, .muted, at: marks)
    let whole = StyledText(label + " ", .muted) + marked
    let needed = marks.first.map { label.columns + 2 + columnsUpTo($0) } ?? whole.columns
    if min(whole.columns, needed) <= columns { return whole.truncated(to: columns) }
    guard marked.columns > columns, let first = marks.first, columnsUpTo(first) > columns else { return marked }
    let shifted = marks.map { $0.lowerBound - first.lowerBound..<$0.upperBound - first.lowerBound }
    return StyledText("…", .muted) + .marked(String(excerpt.dropFirst(first.lowerBound)), .muted, at: shifted)
  }
}
