import Localization
import Models
import Presentation
import Text

extension ListModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = ListLayout(rect)
    title(context).draw(on: &canvas, in: layout.title, isActive: isActive)
    let body = layout.text
    switch content {
    case .loading: Placeholder.draw(Placeholder.loading(context), on: &canvas, in: body)
    case .failed(let problem): Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: body)
    case .empty: Placeholder.draw([emptyText(context)], on: &canvas, in: body)
    case .loaded: drawRows(on: &canvas, layout, isActive: isActive, context)
    }
  }

  private func emptyText(_ context: RenderContext) -> StyledText {
    guard let filter = recordFilter(context.kinds, context.wording) else { return StyledText(context.language.say("No records."), .muted) }
    if let mistake = filter.mistake { return StyledText(context.language.say(mistake), .bad) }
    return StyledText(context.language.say(.noMatch(self.filter.text.printable)), .muted)
  }

  private func title(_ context: RenderContext) -> ListTitle {
    let (language, kind) = (context.language, context.kinds[kind])
    let rows = count > 0 && !isInOriginOrder && self[count - 1] == nil ? count - 1 : count
    var title = ListTitle(context.names.title(of: self.kind), rows, of: pages.count, filter, language)
    title.position = Canvas.position(scroller.selection + 1, of: rows, context)
    // What can be typed: a name or a condition, or a value behind the comparison of a condition.
    title.hint =
      filter.text.isEmpty ? language.say(.filterPrompt) : RecordFilter.example(after: filter.text, kind, context.wording)
    if pages.hasResult, isInOriginOrder {
      title.order = language.say("in the origin's order")
    } else if pages.hasResult {
      let label = context.names.label(of: order.sortKey(of: kind), in: self.kind)
      title.order = language.say(.ordered(by: label)) + (order.isDescending ? " ▼" : " ▲")
    }
    if pages.isReloading {
      title.state = StyledText(language.say(.reloading), .muted)
    } else if isGathering, let count = pages.count {
      title.state = StyledText(language.say(.loading(pages.loaded, of: count)), .muted)
    } else if pages.isLoading, pages.hasResult {
      title.state = StyledText(language.say(.loading), .muted)
    } else if pages.isStale {
      title.state = StyledText(language.say(.stale), .caution)
    }
    return title
  }

  private func drawRows(on canvas: inout Canvas, _ layout: ListLayout, isActive: Bool, _ context: RenderContext) {
    let table = ListTable(context.kinds[kind], sortedBy: order.sortKey(of: context.kinds[kind]), wording: context.wording)
    let widths = table.widths(columnWidths.widest, within: layout.columns)
    let filter = recordFilter(context.kinds, context.wording)
    if let headings = layout.headings { drawHeadings(table, widths, on: &canvas, in: headings, context) }
    // Of the rows that have failed to load, the first one on the screen says why.
    let failed = pages.problem == nil ? nil : (scroller.top..<scroller.top + layout.rows.rows).first { $0 < count && self[$0] == nil }
    canvas.drawRows(count, scroller, in: layout.rows, isActive: isActive, context) {
      self[$0]
    } draw: { canvas, line, index, selection in
      guard let record = self[index].flatMap({ context.records[$0]?.record }) else {
        let text = index == failed ? gapText(columns: layout.columns, context) : StyledText("…", .muted)
        canvas.put(text, column: line.column + ListLayout.margin, row: line.row, width: layout.columns, selected: selection)
        return
      }
      var cells = table.cells(of: record, context.records, widths, highlighting: filter?.ranges(inName: record.name) ?? [])
      if let filter { for index in cells.indices.dropFirst() { cells[index] = filter.highlighted(cells[index]) } }
      for (column, cell) in table.placed(cells.map(\.columns), widths) {
        canvas.put(
          cells[cell], column: line.column + ListLayout.margin + column.lowerBound, row: line.row, width: column.count, selected: selection)
      }
    }
  }

  /// Draws the headings, with an arrow behind the one that the list is sorted by.
  private func drawHeadings(_ table: ListTable, _ widths: [Int], on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    let sortKey = isInOriginOrder ? nil : order.sortKey(of: context.kinds[kind])
    let titles = zip(table.columns, widths).map { $0.title.truncated(to: $1) }
    for (place, index) in table.placed(titles.map(\.columns), widths) where table.fields.indices.contains(index) {
      let (field, column) = (table.fields[index], rect.column + ListLayout.margin)
      let isSorted = field.key == sortKey
      canvas.put(titles[index], isSorted ? .text : .muted, column: column + place.lowerBound, row: rect.row, width: place.count)
      if isSorted {
        // If a title is as wide as its column, the arrow is in the gap after the column.
        let end = column + place.lowerBound + titles[index].columns
        canvas.put(order.isDescending ? "▼" : "▲", .title, column: end, row: rect.row, width: 1)
      }
      let start = column + place.upperBound - widths[index]
      canvas.mark(Rect(column: start, row: rect.row, columns: widths[index] + 1, rows: 1), as: .heading(field.key))
    }
  }

  /// Returns how many records are missing, and why.
  private func gapText(columns: Int, _ context: RenderContext) -> StyledText {
    guard let problem = pages.problem else { return StyledText() }
    let key = context.pageHint(for: .reload).map { " · " + context.language.say(.retry(key: $0)) } ?? ""
    let text = context.language.say(
      "couldn't load {count} more: {reason}", .number(pages.missing), .text(problem.reason(in: context.language)))
    return StyledText(text.truncated(to: max(0, columns - key.columns)), .bad) + StyledText(key, .muted)
  }
}

/// The title row of a list: `People  82  by name ▲`, or with a filter `People  3 of 82  / sky`.
struct ListTitle {
  /// Width for a typed text that the position leaves.
  static let leastFilterWidth = 20

  private let title: String
  /// The number of rows: `82`, or `50 of 82` if some are not loaded or filtered out.
  private let count: String?
  private let filter: FilterField
  var position = ""
  /// Shown behind the filter while it is typed.
  var hint: String?
  var order: String?
  var state = StyledText()

  init(_ title: String, _ visible: Int, of total: Int?, _ filter: FilterField, _ language: any Language) {
    self.title = title
    self.filter = filter
    count = total.map { visible == $0 ? language.figures.integer($0) : language.say(.part(visible, of: $0)) }
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool) {
    guard rect.rows > 0 else { return }
    var row = TitleRow(rect.inset(left: 1, right: 1))
    if rect.columns >= 40 { row.putAtEnd(state, on: &canvas) }
    row.put(StyledText(title, .title), on: &canvas)
    if let count { row.put(StyledText(count, .muted), on: &canvas) }
    let position = StyledText(position, .muted)
    guard let field = filter.field else {
      if let order { row.put(StyledText(order, .muted), on: &canvas) }
      return row.putAtEnd(position, on: &canvas)
    }
    if !filter.isTyping { row.putAtEnd(position, on: &canvas, leaving: Self.leastFilterWidth) }
    row.put(StyledText("/", .key), on: &canvas, gap: 1)
    let width = max(1, row.rest.columns - 1)
    let (text, cursor) = field.visible(in: width + 1)
    let used = canvas.put(text, .match, column: row.rest.column, row: rect.row, width: width)
    guard filter.isTyping else { return }
    if let hint { canvas.put(StyledText(hint, .muted), in: row.rest.inset(left: used)) }
    if isActive { canvas.showCursor(column: row.rest.column + cursor, row: rect.row) }
  }
}

/// The areas of the list page.
struct ListLayout: Sendable, Hashable {
  let title: Rect
  /// The column headings; `nil` in very low panes.
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

  var text: Rect { Self.text(of: rows) }
  var columns: Int { text.columns }

  /// Returns the columns for the text of rows, without the margin and the scroll arrow.
  static func text(of rows: Rect) -> Rect { rows.inset(left: margin, right: 2) }
}
