import Localization
import Models
import Presentation
import Text

/// Two to six records side by side.
struct CompareModel: Page {
  /// Maximum number of records in a comparison.
  static let maxRecords = 6

  let references: [Reference]
  /// The selected column; keys apply to its record.
  private var column = 0
  private var scroller = Scroller()
  /// Whether rows with equal values are hidden.
  private var showsOnlyDifferences = false

  /// Compares the first six of `references`, without duplicates.
  init(_ references: [Reference]) {
    var seen: Set<Reference> = []
    self.references = Array(references.filter { seen.insert($0).inserted }.prefix(Self.maxRecords))
  }

  var subject: Reference? { references.indices.contains(column) ? references[column] : nil }
  var neededRecords: [Reference] { references }
  var place: PagePlace { .body }
  var actions: [Action] {
    [.forget, .open, .copy, .search, .palette, .reload, .mark, .favourite, .compare, .path]
  }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    action == .compare ? references.count < Self.maxRecords : action == .forget ? true : nil
  }

  func phrase(of action: Action) -> Phrase? { action == .forget ? "only differences" : nil }
  func trailTitle(_ names: ReferenceWording) -> String { names.wording.language.say(.comparison) }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    references.contains(reference)
      || references.contains { context.records[$0]?.record.references.contains(reference) ?? false }
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared, .refresh:
      context.load(references)
      context.loadNames(of: references.compactMap { context.records[$0]?.record }.flatMap(\.references))
      scroll(.scroll(0), context)
    case .loaded(let reference):
      if references.contains(reference), let record = context.records[reference]?.record { context.loadNames(of: record.references) }
    case .action(let action): return perform(action, &context) || scroll(event, context)
    case .scroll: scroll(event, context)
    // A second click on a column opens its record.
    case .click(let row):
      guard references.indices.contains(row) else { break }
      if row == column { context.navigate(to: .record(references[row])) }
      column = row
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    switch action {
    case .left where column > 0: column -= 1
    case .right: column = min(column + 1, max(0, references.count - 1))
    // The key that forgets a search hides equal rows here.
    case .forget:
      showsOnlyDifferences.toggle()
      scroll(.scroll(0), context)
    case .reload: for reference in references { context.reload(reference, revalidate: true) }
    case .copy: if let name = subject.flatMap({ context.records[$0]?.record.name }) { context.copy(name.printable) }
    // Adds another record to the comparison.
    case .compare:
      if references.count < Self.maxRecords {
        context.navigate(to: .picker(.compare(references)))
      } else {
        context.toast = Toast(
          context.language.say("a comparison has at most {count} {count:record|records}", .number(Self.maxRecords)), .caution)
      }
    default: return false
    }
    return true
  }

  @discardableResult
  private mutating func scroll(_ event: PageEvent, _ context: UpdateContext) -> Bool {
    let pane = ComparePane(context.layout.body)
    let layout = layout(comparison(context.names), width: pane.content.columns)
    return scroller.handle(event, count: layout.lines.count, height: pane.content.rows, selects: false)
  }

  /// Returns the comparison of the loaded records.
  private func comparison(_ names: ReferenceWording) -> Comparison {
    Comparison(references.compactMap { names.records[$0]?.record }, wording: names.wording) { names.text(of: $0) }
  }

  private func layout(_ comparison: Comparison, width: Int) -> CompareLayout {
    CompareLayout(showsOnlyDifferences ? comparison.differences : comparison, of: references, selected: column, width: width)
  }
}

extension CompareModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let pane = ComparePane(rect)
    let comparison = comparison(context.names)
    let layout = layout(comparison, width: pane.content.columns)
    drawTitle(comparison, layout.columns, on: &canvas, pane.title, context)
    for column in layout.columns { drawHeading(column, layout, on: &canvas, pane, isActive: isActive, context) }
    for (index, line) in layout.lines.enumerated().dropFirst(scroller.top).prefix(pane.content.rows) {
      let row = pane.content.row + index - scroller.top
      canvas.put(line.label, line.differs ? .text : .muted, column: pane.content.column, row: row, width: layout.labelWidth)
      for (column, cell) in zip(layout.columns, line.cells) {
        guard let cell else { continue }
        canvas.put(cell, column: pane.content.column + layout.start(of: column), row: row, width: layout.columnWidth)
      }
    }
    canvas.putScrollArrows(
      column: pane.content.column + pane.content.columns, in: pane.content, top: scroller.top, of: layout.lines.count)
  }

  private func drawTitle(
    _ comparison: Comparison, _ columns: Range<Int>, on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext
  ) {
    // The counts of hidden columns take precedence over the title.
    let (before, after) = (columns.lowerBound, references.count - columns.upperBound)
    let hidden = [before > 0 ? Phrase("‹ {count} more", .number(before)) : nil, after > 0 ? Phrase("{count} more ›", .number(after)) : nil]
    var row = TitleRow(rect)
    row.putAtEnd(StyledText(hidden.compactMap { $0.map { context.language.say($0) } }.joined(separator: "  "), .muted), on: &canvas)
    row.put(StyledText(context.language.say(.comparison), .title), on: &canvas)
    guard !comparison.rows.isEmpty, comparison.references.count > 1 else { return }
    let differing = context.language.say(.differences(comparison.rows.count(where: \.differs), of: comparison.rows.count))
    let summary = differing + (showsOnlyDifferences ? " · \(context.language.say("differences only"))" : "")
    if summary.columns <= row.rest.columns { row.put(StyledText(summary, .muted), on: &canvas) }
  }

  /// Draws the name of a record above its column, and the reason in the column if the record could not be loaded.
  private func drawHeading(
    _ column: Int, _ layout: CompareLayout, on canvas: inout Canvas, _ pane: ComparePane, isActive: Bool, _ context: RenderContext
  ) {
    let (start, width) = (pane.content.column + layout.start(of: column), layout.columnWidth)
    let heading: StyledText
    switch context.records.state(of: references[column]) {
    case .loaded(let record): heading = StyledText(record.name.printable, .title)
    case .loading, .empty: heading = StyledText(context.language.say(Phrase.loading), .muted)
    case .failed(let problem):
      heading = StyledText(references[column].description, .title)
      let rect = Rect(column: start, row: pane.content.row, columns: width, rows: pane.content.rows)
      Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: rect)
    }
    canvas.put(
      heading, column: start, row: pane.headings.row, width: width, selected: Canvas.Selection(column == self.column, isActive: isActive))
    let rows = pane.content.row + pane.content.rows - pane.headings.row
    canvas.mark(Rect(column: start, row: pane.headings.row, columns: width, rows: rows), as: .detailRow(column))
  }
}

/// The areas of the comparison page: the title, the names of the records, and the rows, which scroll.
private struct ComparePane {
  let title, headings, content: Rect

  init(_ pane: Rect) {
    let gap = pane.rows >= 14 ? 2 : 1
    title = pane.inset(left: 2, right: 1)
    headings = title.droppingRows(gap)
    content = headings.droppingRows(gap)
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
  /// Columns for a value beside a bar, and the maximum width of the bar.
  private static let valueWidth = 10
  private static let maxBarWidth = 16

  /// The visible columns. The selected column is always among them.
  let columns: Range<Int>
  let labelWidth: Int
  let columnWidth: Int
  private(set) var lines: [Line] = []

  /// Lays out `comparison`, which lacks those of `references` whose records are not loaded.
  init(_ comparison: Comparison, of references: [Reference], selected: Int, width: Int) {
    let labels = comparison.rows.reduce(0) { max($0, $1.label.columns) }
    labelWidth = min(max(8, labels), max(8, width / 3))
    let room = max(1, width - labelWidth - Self.gap)
    let shown = min(references.count, max(1, (room + Self.gap) / (Self.minColumnWidth + Self.gap)))
    columnWidth = min(Self.maxColumnWidth, max(1, (room + Self.gap) / max(1, shown) - Self.gap))
    let first = min(max(0, selected - shown + 1), max(0, references.count - shown))
    columns = first..<min(references.count, first + shown)
    let visible = references[columns].map { comparison.references.firstIndex(of: $0) }
    for row in comparison.rows {
      let rowLines = rowLines(row, visible)
      // While no visible record is loaded, the labels stand alone.
      for (offset, cells) in (rowLines.isEmpty ? [visible.map { _ in nil }] : rowLines).enumerated() {
        lines.append(Line(label: offset == 0 ? row.label : "", cells: cells, differs: row.differs))
      }
    }
  }

  /// Returns the offset of a visible column from the left edge of the pane.
  func start(of column: Int) -> Int { labelWidth + Self.gap + (column - columns.lowerBound) * (columnWidth + Self.gap) }

  /// Returns the lines of a row, which begin with the entries that several records share, each on the same lines in all of them. `visible` has
  /// the index of each visible column in the comparison.
  private func rowLines(_ row: Comparison.Row, _ visible: [Int?]) -> [[StyledText?]] {
    let columns = visible.map { $0.map { row.cells[$0] } ?? [] }
    let counts = Dictionary(columns.joined().compactMap(\.reference).map { ($0, 1) }, uniquingKeysWith: +)
    var groups: [[[Comparison.Entry]]] = []
    var seen: Set<Reference> = []
    for case let shared? in columns.joined().lazy.map(\.reference) where counts[shared, default: 0] > 1 && seen.insert(shared).inserted {
      groups.append(columns.map { column in column.first { $0.reference == shared }.map { [$0] } ?? [] })
    }
    groups.append(columns.map { column in column.filter { entry in entry.reference.map { !seen.contains($0) } ?? true } })
    return groups.flatMap { group -> [[StyledText?]] in
      let cells = zip(visible, group).map { index, entries in entries.flatMap { lines(of: $0, row, column: index) } }
      return (0..<(cells.map(\.count).max() ?? 0)).map { line in cells.map { $0.indices.contains(line) ? $0[line] : nil } }
    }
  }

  /// Returns the wrapped text of an entry. Differing values are emphasised; equal and shared values are dimmed. A number has a bar that compares
  /// it with the largest one, which is marked.
  private func lines(of entry: Comparison.Entry, _ row: Comparison.Row, column: Int?) -> [StyledText] {
    let lines = (row.differs && !entry.isShared ? entry.text : StyledText(entry.text.text, .muted)).wrapped(to: columnWidth)
    let largest = row.largest
    guard lines.count == 1, row.differs, !largest.isEmpty, let column, let number = row.magnitudes[column],
      let most = row.magnitudes.compactMap(\.self).max()
    else { return lines }
    let text = lines[0]
    let mark = largest.contains(column) ? StyledText(" ▲", .good) : StyledText()
    let start = max(Self.valueWidth, text.columns + 1)
    let room = columnWidth - start - 2
    guard room >= 4 else { return [text.columns + 2 <= columnWidth ? text + mark : text] }
    let bar = Bar.text(number / most, columns: min(Self.maxBarWidth, room))
    return [text + StyledText(String(repeating: " ", count: start - text.columns)) + bar + mark]
  }
}
