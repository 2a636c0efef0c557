import Localization
import Models
import Presentation
import TerminalText

extension FavouritesModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = ListLayout(rect)
    drawTitle(on: &canvas, in: layout.title, isActive: isActive, context)
    guard !rows.isEmpty else {
      let body = Rect(
        column: rect.column + ListLayout.margin, row: layout.rows.row, columns: layout.columns, rows: layout.rows.rows)
      return Placeholder.draw(emptyText(context).wrapped(to: body.columns).map { StyledText($0, .muted) }, on: &canvas, in: body)
    }
    drawRows(on: &canvas, layout, isActive: isActive, context)
  }

  private func emptyText(_ context: RenderContext) -> String {
    if let text = filter?.text, !text.isEmpty { return context.language.say(.noMatch(text.printable)) }
    return context.language.say(.noFavourites(key: context.keys.hint(for: .favourite)))
  }

  /// Draws the heading, the number of rows and the order, or the filter in its place.
  private func drawTitle(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    let language = context.language
    var end = rect.column + rect.columns - 1
    if isLoading, filter != nil, rect.columns >= 40 {
      let state = StyledText(language.say(RecordPhrase.loading), .muted)
      end -= state.columns + 1
      canvas.put(state, column: end + 1, row: rect.row, width: state.columns)
    }
    let total = context.explorer.favourites?.count ?? 0
    var column = rect.column + 1
    func put(_ text: StyledText, gap: Int = 2) {
      column += canvas.put(text, column: column, row: rect.row, width: max(0, end - column)) + gap
    }
    put(StyledText(language.say(StartPhrase.favourites), .title))
    put(StyledText(rows.count == total ? language.figures.integer(total) : language.say(.part(rows.count, of: total)), .muted))
    guard let filter else {
      if total > 0 { put(StyledText(language.say(.ordered(by: title(of: order, language))) + (isDescending ? " ▼" : " ▲"), .muted)) }
      let position = StyledText(Canvas.position(of: scroller, rows.count, context), .muted)
      return canvas.putAtEnd(position, after: column, before: &end, row: rect.row)
    }
    put(StyledText("/", .key), gap: 1)
    canvas.put(
      filter, prompt: language.say(.filterPrompt), column: column, row: rect.row, width: max(0, end - column),
      isActive: isActive && isTyping, isSelected: false)
  }

  private func title(of order: Order, _ language: any Language) -> String {
    switch order {
    case .added: language.say(StartPhrase.added)
    case .name: language.say(StartPhrase.name)
    case .kind: language.say(StartPhrase.kind)
    }
  }

  private func drawRows(on canvas: inout Canvas, _ layout: ListLayout, isActive: Bool, _ context: RenderContext) {
    let wording = context.wording
    let names = ReferenceWording(context.records, context.kinds, wording)
    let references = context.explorer.favourites ?? []
    let kinds = Dictionary(uniqueKeysWithValues: Set(references.map(\.kind)).map { ($0, names.word(for: $0)) })
    let titles = (name: title(of: .name, context.language), kind: title(of: .kind, context.language))
    let kindWidth = max(titles.kind.columns + 1, kinds.values.reduce(0) { max($0, $1.columns) })
    let widest = references.reduce(titles.name.columns + 1) { max($0, names.name(of: $1).columns) }
    let nameWidth = max(8, min(widest, layout.columns - kindWidth - TableLayout.gap))
    let start = layout.rows.column + ListLayout.margin
    let kindColumn = start + nameWidth + TableLayout.gap
    if let headings = layout.headings {
      for (order, title, column, width) in [(Order.name, titles.name, start, nameWidth), (.kind, titles.kind, kindColumn, kindWidth)] {
        let used = canvas.put(title, order == self.order ? .text : .muted, column: column, row: headings.row, width: width)
        if order == self.order { canvas.put(isDescending ? "▼" : "▲", .title, column: column + used, row: headings.row, width: 1) }
        canvas.mark(Rect(column: column, row: headings.row, columns: width + 1, rows: 1), as: .heading(order.rawValue))
      }
    }
    // Beside another record, no row is selected.
    let shown = context.explorer.recordBesideRoot
    for (offset, reference) in rows.dropFirst(scroller.top).prefix(layout.rows.rows).enumerated() {
      let index = scroller.top + offset
      let line = Rect(column: layout.rows.column, row: layout.rows.row + offset, columns: layout.rows.columns, rows: 1)
      let isSelected = shown.map { $0 == reference } ?? (index == scroller.selection)
      let selection: Canvas.Selection = !isSelected ? .none : isActive ? .active : .inactive
      canvas.select(line, selection)
      canvas.mark(line, as: .listRow(index))
      canvas.putMarks(of: reference, in: line, isSelected: selection != .none, selection, context)
      canvas.put(names.text(of: reference), column: start, row: line.row, width: nameWidth, selected: selection)
      canvas.put(kinds[reference.kind] ?? "", .muted, column: kindColumn, row: line.row, width: kindWidth, selected: selection)
      canvas.putScrollArrow(in: line, index, of: rows.count, visible: scroller.top..<scroller.top + layout.rows.rows, selection)
    }
  }
}
