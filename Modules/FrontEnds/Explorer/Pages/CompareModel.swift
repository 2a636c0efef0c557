import Localization
import Models
import Presentation
import Text

/// Two to six records side by side.
struct CompareModel: PageModel {
  /// Maximum number of records in a comparison.
  static let maxRecords = 6

  let references: [Reference]
  /// The selected column; keys apply to its record.
  private(set) var column = 0
  /// The first visible line.
  private(set) var top = 0
  /// Whether rows with equal values are hidden.
  private(set) var showsOnlyDifferences = false

  /// Compares the first six of `references`, without duplicates.
  init(_ references: [Reference]) {
    var seen: Set<Reference> = []
    self.references = Array(references.filter { seen.insert($0).inserted }.prefix(Self.maxRecords))
  }

  var subject: Reference? { references.indices.contains(column) ? references[column] : nil }
  var neededRecords: [Reference] { references }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    references.contains(reference)
      || references.contains { context.records[$0]?.record.references.contains(reference) ?? false }
  }

  /// Returns the comparison of the loaded records and, for each of ``references``, its column in that comparison; `nil` for a record that
  /// is not loaded.
  func comparison(_ names: ReferenceWording) -> (comparison: Comparison, columnIndices: [Int?]) {
    let records = references.compactMap { names.records[$0]?.record }
    let columnIndices = references.map { reference in records.firstIndex { $0.reference == reference } }
    return (Comparison(records, wording: names.wording) { names.text(of: $0) }, columnIndices)
  }

  func layout(_ names: ReferenceWording, width: Int) -> CompareLayout {
    let (comparison, columnIndices) = comparison(names)
    return layout(comparison, columnIndices, width: width)
  }

  func layout(_ comparison: Comparison, _ columnIndices: [Int?], width: Int) -> CompareLayout {
    let comparison = showsOnlyDifferences ? comparison.differences : comparison
    return CompareLayout(comparison, columnIndices: columnIndices, selected: column, width: width)
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared, .refresh:
      context.load(references)
      context.loadNames(of: references.compactMap { context.records[$0]?.record }.flatMap(\.references))
      scroll(0, context)
    case .loaded(let reference):
      if references.contains(reference), let record = context.records[reference]?.record { context.loadNames(of: record.references) }
    case .action(let action): return perform(action, &context)
    // A second click on a column opens its record.
    case .click(let row):
      guard references.indices.contains(row) else { break }
      if row == column { context.navigate(to: .record(references[row])) }
      column = row
    case .scroll(let lines): scroll(lines, context)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let lines = action.movement(page: ComparePane(context.layout.body).content.rows - 1) {
      scroll(lines, context)
      return true
    }
    switch action {
    case .left where column > 0: column -= 1
    case .right: column = min(column + 1, max(0, references.count - 1))
    // The key that forgets a search hides equal rows here.
    case .differences:
      showsOnlyDifferences.toggle()
      scroll(0, context)
    case .reload: for reference in references { context.reload(reference, revalidate: true) }
    case .copy: if let name = subject.flatMap({ context.records[$0]?.record.name }) { context.copy(name.printable) }
    // Adds another record to the comparison.
    case .compare:
      guard references.count < Self.maxRecords else {
        context.toast = Toast(context.language.say(.compareLimit(Self.maxRecords)), .caution)
        return true
      }
      context.navigate(to: .picker(.compare(references)))
    default: return false
    }
    return true
  }

  private mutating func scroll(_ lines: Int, _ context: UpdateContext) {
    let pane = ComparePane(context.layout.body)
    let all = layout(context.names, width: pane.content.columns).lines.count
    top = min(max(0, top + lines), max(0, all - pane.content.rows))
  }
}

extension CompareModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let pane = ComparePane(rect)
    let names = context.names
    let (comparison, columnIndices) = comparison(names)
    let layout = layout(comparison, columnIndices, width: pane.content.columns)
    drawTitle(comparison, layout, on: &canvas, pane.title, context)
    drawHeadings(layout, on: &canvas, pane, isActive: isActive, context)
    for offset in 0..<pane.content.rows where layout.lines.indices.contains(top + offset) {
      draw(layout.lines[top + offset], layout, on: &canvas, pane.content, row: pane.content.row + offset)
    }
    canvas.putScrollArrows(column: pane.content.column + pane.content.columns, in: pane.content, top: top, of: layout.lines.count)
  }

  private func drawTitle(_ comparison: Comparison, _ layout: CompareLayout, on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext)
  {
    // The counts of hidden columns take precedence over the title.
    let (before, after) = (layout.columns.lowerBound, references.count - layout.columns.upperBound)
    let hidden = [
      before > 0 ? context.language.say(.moreBefore(before)) : nil, after > 0 ? context.language.say(.moreAfter(after)) : nil,
    ].compactMap(\.self).joined(separator: "  ")
    let end = rect.column + rect.columns - (hidden.isEmpty ? 0 : hidden.columns + 2)
    canvas.put(hidden, .muted, column: rect.column + rect.columns - hidden.columns, row: rect.row, width: hidden.columns)
    let title = canvas.put(
      context.language.say(.comparison), .title, column: rect.column, row: rect.row, width: max(0, end - rect.column))
    guard !comparison.rows.isEmpty, comparison.references.count > 1 else { return }
    let differing = context.language.say(.differences(comparison.rows.filter(\.differs).count, of: comparison.rows.count))
    let summary = differing + (showsOnlyDifferences ? " · \(context.language.say(.onlyDifferences))" : "")
    let start = rect.column + title + 2
    if start + summary.columns <= end { canvas.put(summary, .muted, column: start, row: rect.row, width: summary.columns) }
  }

  private func drawHeadings(_ layout: CompareLayout, on canvas: inout Canvas, _ pane: ComparePane, isActive: Bool, _ context: RenderContext)
  {
    for column in layout.columns {
      let reference = references[column]
      let start = pane.headings.column + layout.start(of: column)
      let selection: Canvas.Selection = column != self.column ? .none : isActive ? .active : .inactive
      canvas.put(heading(of: reference, context), column: start, row: pane.headings.row, width: layout.columnWidth, selected: selection)
      let rows = pane.content.row + pane.content.rows - pane.headings.row
      canvas.mark(Rect(column: start, row: pane.headings.row, columns: layout.columnWidth, rows: rows), as: .detailRow(column))
      if let problem = context.records.state(of: reference).failure {
        let rect = Rect(column: start, row: pane.content.row, columns: layout.columnWidth, rows: pane.content.rows)
        Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: rect)
      }
    }
  }

  private func heading(of reference: Reference, _ context: RenderContext) -> StyledText {
    switch context.records.state(of: reference) {
    case .loaded(let record): StyledText(record.name.printable, .title)
    case .failed: StyledText(reference.description, .title)
    case .loading, .empty: StyledText(context.language.say(RecordPhrase.loading), .muted)
    }
  }

  private func draw(_ line: CompareLayout.Line, _ layout: CompareLayout, on canvas: inout Canvas, _ rect: Rect, row: Int) {
    canvas.put(line.label, line.differs ? .text : .muted, column: rect.column, row: row, width: layout.labelWidth)
    for (offset, cell) in line.cells.enumerated() {
      guard let cell else { continue }
      let start = rect.column + layout.start(of: layout.columns.lowerBound + offset)
      canvas.put(cell, column: start, row: row, width: layout.columnWidth)
    }
  }
}

/// The areas of the comparison page.
struct ComparePane: Sendable, Hashable {
  let title: Rect
  /// The record names above the columns.
  let headings: Rect
  /// The comparison rows; they scroll.
  let content: Rect

  init(_ pane: Rect) {
    let inner = Rect(column: pane.column + min(2, pane.columns), row: pane.row, columns: pane.columns - 3, rows: pane.rows)
    title = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: min(1, inner.rows))
    let isRoomy = pane.rows >= 14
    let below = inner.droppingRows(isRoomy ? 2 : 1)
    headings = Rect(column: below.column, row: below.row, columns: below.columns, rows: min(1, below.rows))
    content = below.droppingRows(isRoomy ? 2 : 1)
  }
}

/// A comparison as lines of text: labels on the left, then as many record columns as fit.
struct CompareLayout: Sendable, Hashable {
  /// One line of a comparison row; long values span several lines.
  struct Line: Sendable, Hashable {
    /// The row's label; empty on continuation lines.
    var label: String
    /// One cell per visible column; `nil` where a record has no text on this line.
    var cells: [StyledText?]
    var differs: Bool
  }

  static let minColumnWidth = 22
  static let maxColumnWidth = 36
  static let gap = 2

  /// The visible columns. The selected column is always among them.
  let columns: Range<Int>
  let labelWidth: Int
  let columnWidth: Int
  let lines: [Line]

  /// Lays out `comparison`. `columnIndices` has one element per record on the page: its column in `comparison`, or `nil` while the record
  /// is not loaded.
  init(_ comparison: Comparison, columnIndices: [Int?], selected: Int, width: Int) {
    let labels = comparison.rows.reduce(0) { max($0, $1.label.columns) }
    labelWidth = min(max(8, labels), max(8, width / 3))
    let room = max(1, width - labelWidth - Self.gap)
    let shown = min(columnIndices.count, max(1, (room + Self.gap) / (Self.minColumnWidth + Self.gap)))
    columnWidth = min(Self.maxColumnWidth, max(1, (room + Self.gap) / max(1, shown) - Self.gap))
    let first = min(max(0, selected - shown + 1), max(0, columnIndices.count - shown))
    columns = first..<min(columnIndices.count, first + shown)
    let visible = columnIndices[columns]
    let columnWidth = columnWidth
    lines = comparison.rows.flatMap { row in
      let cells = Self.cells(of: row, Array(visible), columnWidth)
      return (0..<cells.reduce(1) { max($0, $1.count) }).map { line in
        Line(label: line == 0 ? row.label : "", cells: cells.map { $0.indices.contains(line) ? $0[line] : nil }, differs: row.differs)
      }
    }
  }

  /// Returns the lines of each visible cell. An entry that several records share is on the same lines in all of them.
  private static func cells(of row: Comparison.Row, _ visible: [Int?], _ width: Int) -> [[StyledText?]] {
    let largest = row.largest
    let most = row.magnitudes.compactMap(\.self).max() ?? 0
    var cells = visible.map { _ in [StyledText?]() }
    let columns = visible.map { index in index.map { row.cells[$0] } ?? [] }
    var counts: [Reference: Int] = [:]
    for reference in columns.flatMap({ $0.compactMap(\.reference) }) { counts[reference, default: 0] += 1 }
    var placed: Set<Reference> = []
    let shared = columns.joined().filter { entry in
      entry.reference.map { counts[$0, default: 0] > 1 && placed.insert($0).inserted } ?? false
    }
    // Those that most records share come first; their order is otherwise that of the columns.
    let order = shared.enumerated().sorted { left, right in
      (-count(left.element, counts), left.offset) < (-count(right.element, counts), right.offset)
    }.map(\.element)
    let byReference = columns.map { entries in
      Dictionary(entries.compactMap { entry in entry.reference.map { ($0, entry) } }) { first, _ in first }
    }
    var start = 0
    for reference in order.compactMap(\.reference) {
      var end = start
      for (column, entries) in byReference.enumerated() {
        guard let own = entries[reference] else { continue }
        cells[column] += Array(repeating: nil, count: start - cells[column].count)
        cells[column] += lines(of: own, row, width)
        end = max(end, cells[column].count)
      }
      start = end
    }
    for (column, entries) in columns.enumerated() {
      let own = entries.filter { entry in entry.reference.map { counts[$0, default: 0] < 2 } ?? true }
      if !own.isEmpty, !order.isEmpty { cells[column] += Array(repeating: nil, count: start - cells[column].count) }
      for entry in own {
        var lines: [StyledText?] = self.lines(of: entry, row, width)
        if let index = visible[column], let number = row.magnitudes[index], row.differs, largest.count > 0, lines.count == 1 {
          lines[0] = lines[0].map { addingBar(to: $0, number / most, isLargest: largest.contains(index), width) }
        }
        cells[column] += lines
      }
    }
    return cells
  }

  private static func count(_ entry: Comparison.Entry, _ counts: [Reference: Int]) -> Int { entry.reference.flatMap { counts[$0] } ?? 0 }

  /// Returns the wrapped text of an entry. Differing values are emphasised; equal and shared values are dimmed.
  private static func lines(of entry: Comparison.Entry, _ row: Comparison.Row, _ width: Int) -> [StyledText] {
    (row.differs && !entry.isShared ? entry.text : StyledText(entry.text.text, .muted)).wrapped(to: width)
  }

  /// Adds a bar that compares the number with the largest one, which is marked.
  private static func addingBar(to text: StyledText, _ share: Double, isLargest: Bool, _ width: Int) -> StyledText {
    let start = max(valueWidth, text.columns + 1)
    let room = width - start - 2
    guard room >= 4 else { return isLargest && text.columns + 2 <= width ? text + StyledText(" ▲", .good) : text }
    return text + StyledText(String(repeating: " ", count: start - text.columns)) + Bar.text(share, columns: min(maxBarWidth, room))
      + (isLargest ? StyledText(" ▲", .good) : StyledText())
  }

  /// Columns for a value beside a bar.
  private static let valueWidth = 10
  private static let maxBarWidth = 16

  /// Returns the offset of a visible column from the left edge of the pane.
  func start(of column: Int) -> Int { labelWidth + Self.gap + (column - columns.lowerBound) * (columnWidth + Self.gap) }
}
