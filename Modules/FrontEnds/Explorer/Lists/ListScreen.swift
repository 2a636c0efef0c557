import Localization
import Models
import Presentation
import Text

extension ListModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = ListLayout(rect)
    ListTitle(self, context).draw(on: &canvas, in: layout.title, isActive: isActive)
    let body = Rect(
      column: rect.column + ListLayout.margin, row: layout.rows.row, columns: layout.columns, rows: layout.rows.rows)
    switch content {
    case .loading: Placeholder.draw(Placeholder.loading(context), on: &canvas, in: body)
    case .failed(let problem): Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: body)
    case .empty: Placeholder.draw([emptyText(context)], on: &canvas, in: body)
    case .loaded: drawRows(on: &canvas, layout, isActive: isActive, context)
    }
  }

  private func emptyText(_ context: RenderContext) -> StyledText {
    guard nameFilter != nil else { return StyledText(context.language.say(.emptyList), .muted) }
    let filter = recordFilter(context.kinds, context.wording)
    if let mistake = filter?.mistake { return StyledText(context.language.say(mistake), .bad) }
    return StyledText(context.language.say(.noMatch(self.filter?.text.printable ?? "")), .muted)
  }

  private func drawRows(on canvas: inout Canvas, _ layout: ListLayout, isActive: Bool, _ context: RenderContext) {
    let description = context.kinds[kind]
    let sortKey = order.sortKey(of: description)
    let table = ListTable(description, sortedBy: sortKey, wording: context.wording)
    let widths = table.widths(columnWidths.widest, within: layout.columns)
    let filter = recordFilter(context.kinds, context.wording)
    if let headings = layout.headings {
      drawHeadings(table, widths, sortedBy: sortKey, on: &canvas, in: headings)
    }
    // Beside another record, no row is selected.
    let shown = context.explorer.recordBesideRoot
    for offset in 0..<layout.rows.rows where scroller.top + offset < rowCount {
      let index = scroller.top + offset
      let line = Rect(column: layout.rows.column, row: layout.rows.row + offset, columns: layout.rows.columns, rows: 1)
      let isSelected = shown.map { rows.indices.contains(index) && rows[index] == $0 } ?? (index == scroller.selection)
      let selection: Canvas.Selection = !isSelected ? .none : isActive ? .active : .inactive
      canvas.select(line, selection)
      canvas.mark(line, as: .listRow(index))
      let reference = rows.indices.contains(index) ? rows[index] : nil
      canvas.putMarks(of: reference, in: line, isSelected: selection != .none, selection, context)
      canvas.putScrollArrow(in: line, index, of: rowCount, visible: scroller.top..<scroller.top + layout.rows.rows, selection)
      guard rows.indices.contains(index) else {
        drawGap(on: &canvas, line, selection, context)
        continue
      }
      guard let record = context.records[rows[index]]?.record else { continue }
      var cells = table.cells(of: record, context.records, widths, highlighting: filter?.ranges(inName: record.name) ?? [])
      if let filter { for index in cells.indices.dropFirst() { cells[index] = filter.highlighted(cells[index]) } }
      draw(cells, table, widths, on: &canvas, row: line.row, column: line.column + ListLayout.margin, selection)
    }
  }

  /// Draws the headings, with an arrow behind the one that the list is sorted by. A click on a heading sorts by its column.
  private func drawHeadings(_ table: ListTable, _ widths: [Int], sortedBy sortKey: String, on canvas: inout Canvas, in rect: Rect) {
    var position = rect.column + ListLayout.margin
    for (index, field) in table.fields.enumerated() where widths.indices.contains(index) && widths[index] > 0 {
      let (column, width, isSorted) = (table.columns[index], widths[index], field.key == sortKey)
      let title = column.title.truncated(to: width)
      let inset = column.alignment == .trailing ? width - title.columns : 0
      canvas.put(title, isSorted ? .text : .muted, column: position + inset, row: rect.row, width: width - inset)
      if isSorted {
        // If a title is as wide as its column, the arrow is in the gap after the column.
        canvas.put(order.isDescending ? "▼" : "▲", .title, column: position + inset + title.columns, row: rect.row, width: 1)
      }
      canvas.mark(Rect(column: position, row: rect.row, columns: width + 1, rows: 1), as: .heading(field.key))
      position += width + TableLayout.gap
    }
  }

  private func draw(
    _ cells: [StyledText], _ table: ListTable, _ widths: [Int], on canvas: inout Canvas, row: Int, column: Int,
    _ selection: Canvas.Selection
  ) {
    var position = column
    for (index, cell) in cells.enumerated() where widths.indices.contains(index) && widths[index] > 0 {
      let width = widths[index]
      let inset = table.columns[index].alignment == .trailing ? max(0, width - cell.columns) : 0
      canvas.put(cell, column: position + inset, row: row, width: width - inset, selected: selection)
      position += width + TableLayout.gap
    }
  }

  /// Draws the last row, which reports the pages that failed to load.
  private func drawGap(on canvas: inout Canvas, _ line: Rect, _ selection: Canvas.Selection, _ context: RenderContext) {
    guard let problem = pages.problem else { return }
    let key = context.pageHint(for: .reload).map { " · " + context.language.say(.retry(key: $0)) } ?? ""
    let text = context.language.say(.restNotLoaded(pages.missing, problem.reason(in: context.language)))
    let room = line.columns - ListLayout.margin - 1
    // The retry key stays visible; the reason is truncated.
    let head = text.truncated(to: max(0, room - key.columns))
    canvas.put(
      StyledText(head, .bad) + StyledText(key, .muted), column: line.column + ListLayout.margin, row: line.row, width: room,
      selected: selection)
  }
}

/// The title row of a list: `People  82  by name ▲`, or with a filter `People  3 of 82  / sky`.
struct ListTitle {
  /// Width for a typed text, such as the filter, that the position leaves.
  static let leastFilterWidth = 20

  private let model: ListModel
  private let context: RenderContext

  init(_ model: ListModel, _ context: RenderContext) {
    self.model = model
    self.context = context
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool) {
    guard rect.rows > 0 else { return }
    var column = rect.column + 1
    var room = rect.column + rect.columns - 1
    if rect.columns >= 40 { canvas.putAtEnd(state, after: column, before: &room, row: rect.row) }
    func put(_ text: StyledText, gap: Int = Canvas.titleGap) {
      guard column < room else { return }
      column += canvas.put(text, column: column, row: rect.row, width: room - column) + gap
    }
    put(StyledText(context.names.title(of: model.kind), .title))
    if let count { put(StyledText(count, .muted)) }
    let position = StyledText(Canvas.position(of: model.scroller, model.rows.count, context), .muted)
    guard let filter = model.filter else {
      if model.pages.hasResult { put(order) }
      return canvas.putAtEnd(position, after: column, before: &room, row: rect.row)
    }
    if !model.isTyping { canvas.putAtEnd(position, after: column + Self.leastFilterWidth, before: &room, row: rect.row) }
    put(StyledText("/", .key), gap: 1)
    // The end of the text stays visible while the user types.
    let width = max(1, room - column - 1)
    var text = filter.text.printable[...]
    var cursor = String(text.prefix(filter.cursor)).columns
    while cursor > width, let first = text.first {
      cursor -= first.columns
      text.removeFirst()
    }
    let used = canvas.put(String(text), .match, column: column, row: rect.row, width: width)
    if model.isTyping, let hint { canvas.put(hint, .muted, column: column + used, row: rect.row, width: max(0, room - column - used)) }
    if model.isTyping, isActive { canvas.showCursor(column: column + cursor, row: rect.row) }
  }

  /// What can be typed: a name or a condition, or a value behind the comparison of a condition.
  private var hint: String? {
    guard let text = model.filter?.text, !text.isEmpty else { return context.language.say(.filterPrompt) }
    return RecordFilter.example(after: text, context.kinds[model.kind], context.wording)
  }

  /// The number of records: `82`, or `50 of 82` if some are not loaded or filtered out.
  private var count: String? {
    guard let total = model.pages.count else { return nil }
    let visible = model.rows.count
    return visible == total ? context.language.figures.integer(total) : context.language.say(.part(visible, of: total))
  }

  private var order: StyledText {
    let kind = context.kinds[model.kind]
    let label = context.names.label(of: model.order.sortKey(of: kind), in: model.kind)
    return StyledText(context.language.say(.ordered(by: label)) + (model.order.isDescending ? " ▼" : " ▲"), .muted)
  }

  private var state: StyledText {
    if model.pages.isReloading { return StyledText(context.language.say(.reloading), .muted) }
    if model.pages.isLoading, model.pages.hasResult { return StyledText(context.language.say(RecordPhrase.loading), .muted) }
    return model.pages.isStale ? StyledText(context.language.say(RecordPhrase.stale), .caution) : StyledText()
  }
}

/// The areas of the list page.
struct ListLayout: Sendable, Hashable {
  /// One row: title, count, sort order and filter.
  let title: Rect
  /// The column headings, without which numbers have no meaning; `nil` in panes with fewer rows than the smallest screen has.
  let headings: Rect?
  let rows: Rect

  /// Columns before the text of a row, for the selection and the mark.
  static let margin = 3

  init(_ pane: Rect) {
    title = Rect(column: pane.column, row: pane.row, columns: pane.columns, rows: min(1, pane.rows))
    let below = pane.droppingRows(1)
    let hasHeadings = pane.rows >= 10
    headings = hasHeadings ? Rect(column: below.column, row: below.row, columns: below.columns, rows: 1) : nil
    rows = below.droppingRows(hasHeadings ? 1 : 0)
  }

  /// Columns available for the text of a row.
  var columns: Int { Self.textColumns(in: rows.columns) }

  /// Returns the columns for the text of a row of `columns` columns: without the margin, and without the column of the scroll arrow and
  /// the space before it.
  static func textColumns(in columns: Int) -> Int { max(0, columns - margin - 2) }
}
