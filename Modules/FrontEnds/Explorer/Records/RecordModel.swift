import Localization
import MessageBus
import Models
import Presentation
import Text

/// All fields of one record. The records that it refers to are loaded as well and shown by name.
struct RecordModel: Page {
  let reference: Reference
  /// The first visible line.
  private(set) var top = 0
  /// The cursor, once the user has moved it: the position nearest to this line and column is selected.
  private var cursor: (line: Int, column: Int)?
  /// Whether the record has been on the screen, so that its references are loaded.
  private(set) var hasAppeared = false
  /// Whether the user requested a reload that is pending.
  private var isReloading = false

  /// How long a record is on the screen before its extras are loaded.
  static let extrasDelay = Duration.milliseconds(200)

  init(_ reference: Reference) { self.reference = reference }

  var record: Reference? { reference }
  var actions: [Action] {
    [.open, .copy, .favourite, .compare, .path, .search, .reload, .openOrigin, .zoom, .palette, .mark]
  }

  func trailTitle(_ names: ReferenceWording) -> String { names.name(of: reference) }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    guard reference != self.reference, let record = context.records[self.reference]?.record else { return reference == self.reference }
    return record.references.contains(reference) || companions(of: record, context).contains(reference)
  }

  private func companions(of record: Record, _ context: UpdateContext) -> [Reference] {
    Companions(of: record, context.records, context.kinds).list.map(\.reference)
  }

  func content(_ records: RecordStore, _ settings: Explorer.Settings) -> Loadable<Record> {
    guard settings.needsAllNames, let record = records[reference]?.record else { return records.state(of: reference) }
    let labels = record.references.map { records.label(of: $0) }
    if let problem = labels.lazy.compactMap(\.failure).first { return .failed(problem) }
    return labels.allSatisfy { $0.value != nil } ? .loaded(record) : .loading
  }

  /// Returns the layout in the pane, and the number of visible lines; an empty layout while the record is not loaded.
  private func window(_ context: UpdateContext) -> (layout: RecordLayout, height: Int) {
    window(context.names, context.settings, context.layout)
  }

  private func window(
    _ names: ReferenceWording, _ settings: Explorer.Settings, _ layout: ScreenLayout
  ) -> (layout: RecordLayout, height: Int) {
    let content = RecordPane(layout.detail).content
    return (RecordLayout(self.content(names.records, settings).value, names, width: content.columns), max(1, content.rows))
  }

  /// Returns the cursor position. The default is the first reference among the first `height` lines.
  private func selection(in layout: RecordLayout, height: Int) -> Int? {
    if let cursor { return layout.row(nearest: cursor.line, cursor.column) }
    return layout.rows.firstIndex { $0.reference != nil && $0.lines.lowerBound < height } ?? (layout.rows.isEmpty ? nil : 0)
  }

  /// Opening needs the cursor on a reference, or a record that can be loaded again.
  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    guard action == .open else { return nil }
    let names = ReferenceWording(explorer.records, explorer.kinds, explorer.settings.wording)
    let (layout, height) = window(names, explorer.settings, explorer.layout)
    return selection(in: layout, height: height).map { layout.rows[$0].reference != nil } ?? true
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .refresh: if hasAppeared { appear(&context) }
    case .action(let action): return perform(action, &context)
    case .loaded(let reference): loadFinished(reference, &context)
    case .timerFired(.selectionSettled):
      if hasAppeared, let record = context.records[reference]?.record { context.loadMissingNames(of: record.references) }
    case .click(let row):
      let (layout, height) = window(context)
      guard layout.rows.indices.contains(row) else { break }
      let isSecond = cursor != nil && selection(in: layout, height: height) == row
      cursor = layout.place(of: row)
      if isSecond { open(layout, row, &context) }
    case .scroll(let lines):
      top += lines
      clamp(context)
      let (layout, height) = window(context)
      let shown = top..<top + height
      guard let row = selection(in: layout, height: height), !layout.rows[row].lines.overlaps(shown) else { break }
      // The cursor stays on the screen.
      cursor = (min(max(layout.place(of: row).line, shown.lowerBound), shown.upperBound - 1), layout.rows[row].column)
    default: return false
    }
    return true
  }

  private mutating func appear(_ context: inout UpdateContext) {
    hasAppeared = true
    context.load([reference])
    if let record = context.records[reference]?.record { context.loadNames(of: record.references + companions(of: record, context)) }
    context.emit(.startTimer(.extrasDue, after: Self.extrasDelay))
    clamp(context)
  }

  private mutating func loadFinished(_ loaded: Reference, _ context: inout UpdateContext) {
    let record = context.records[reference]?.record
    if loaded == reference {
      if isReloading, let problem = context.records.failure(of: reference) {
        context.toast = Toast(context.language.say(.notReloaded(problem.reason(in: context.language))), .bad)
      }
      isReloading = false
      if hasAppeared, let record { context.loadNames(of: record.references) }
    } else {
      // The last film makes the companions known.
      guard hasAppeared, loaded.kind == .films, let record, Companions.films(of: record).contains(loaded) else { return }
      context.loadMissingNames(of: companions(of: record, context))
    }
    clamp(context)
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let (layout, height) = window(context)
    let current = selection(in: layout, height: height)
    if let step = action.movement(page: height - 1) {
      move(by: step, from: current, layout, height)
      return true
    }
    switch action {
    case .left, .right:
      let rows = layout.rows
      guard let current, case let next = current + (action == .left ? -1 : 1), rows.indices.contains(next),
        rows[next].lines == rows[current].lines
      else { return false }
      cursor = layout.place(of: next)
    case .open: if let current { open(layout, current, &context) } else { context.load([reference]) }
    case .copy:
      guard let current else { return false }
      let text = layout.rows[current].text
      let start = text.prefix { !$0.isNewline }
      context.copy(text, as: start.count > 40 ? start.prefix(40) + "…" : String(start))
    case .reload:
      isReloading = true
      context.reload(reference, revalidate: true)
    default: return false
    }
    return true
  }

  private func open(_ layout: RecordLayout, _ row: Int, _ context: inout UpdateContext) {
    guard let target = layout.rows[row].reference else { return context.reportNoEffect(of: .open) }
    context.navigate(to: .record(target))
  }
}

// MARK: Moving

extension RecordModel {
  /// Moves to the next line in the direction of `step` that has a position, and scrolls it into the window. A text that is longer than the
  /// window scrolls line by line.
  private mutating func move(by step: Int, from current: Int?, _ layout: RecordLayout, _ height: Int) {
    guard let current else { return }
    let row = layout.rows[current]
    let before = min(max(cursor?.line ?? 0, row.lines.lowerBound), row.lines.upperBound - 1)
    var line = before + step
    if step == 1, row.lines.upperBound <= top + height { line = row.lines.upperBound }
    if step == -1, row.lines.lowerBound >= top { line = row.lines.lowerBound - 1 }
    let lines = layout.rows.flatMap(\.lines)
    let next = step > 0 ? lines.first { $0 >= line } ?? lines.last : lines.last { $0 <= line } ?? lines.first
    guard let next else { return }
    cursor = (next, row.column)
    if row.lines.contains(next) { top += next - before }
    // Labels and headings before the first position, and the end of the text, come into view with it.
    let shown = next == lines.first ? 0 : next == lines.last ? layout.lines.count - 1 : next
    top = min(max(0, min(max(top, shown - height + 1), shown)), max(0, layout.lines.count - height))
  }

  private mutating func clamp(_ context: UpdateContext) {
    let (layout, height) = window(context)
    top = min(max(0, top), max(0, layout.lines.count - height))
  }
}

// MARK: Drawing

extension RecordModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let pane = RecordPane(rect)
    drawTitle(on: &canvas, pane, context)
    switch content(context.records, context.explorer.settings) {
    case .loading, .empty: Placeholder.draw(Placeholder.loading(context), on: &canvas, in: pane.content)
    case .failed(let problem): Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: pane.content)
    case .loaded(let record): drawFields(of: record, on: &canvas, in: pane.content, isActive: isActive, context)
    }
  }

  /// Draws the name, the reference at the end of the row, and below the kind and the pages that led to the record.
  private func drawTitle(on canvas: inout Canvas, _ pane: RecordPane, _ context: RenderContext) {
    let (title, names) = (pane.title, context.names)
    guard title.rows > 0 else { return }
    let marks =
      (context.explorer.isFavourite(reference) ? StyledText("★ ", .title) : StyledText())
      + (context.explorer.marked.contains(reference) ? StyledText("• ", .good) : StyledText())
    let name = marks + StyledText(names.name(of: reference), .title)
    var row = TitleRow(title)
    if context.records[reference] != nil {
      row.putAtEnd(StyledText(reference.description, .muted), on: &canvas, leaving: name.columns + TitleRow.gap)
    }
    row.put(name, on: &canvas)
    guard let subtitle = pane.subtitle else { return }
    row = TitleRow(subtitle)
    row.put(subtitleText(context), on: &canvas)
    row.putAtEnd(StyledText(trail(names, context, within: row.rest.columns), .muted), on: &canvas)
  }

  /// Returns the pages that led to the record: `Search › Luke Skywalker › Tatooine`. The first ones are left out if they do not fit.
  private func trail(_ names: ReferenceWording, _ context: RenderContext, within columns: Int) -> String {
    let explorer = context.explorer
    guard explorer.recordBesideRoot == reference else { return "" }
    let titles = [explorer.title(of: explorer.tab)] + explorer.tab.pages.dropFirst().map { $0.trailTitle(names) }
    let trails = titles.indices.suffix(8).lazy.map { (($0 == 0 ? [] : ["…"]) + titles[$0...]).joined(separator: " › ") }
    return trails.first { $0.columns <= columns } ?? ""
  }

  private func subtitleText(_ context: RenderContext) -> StyledText {
    var parts = [StyledText(context.names.word(for: reference.kind), .muted)]
    guard let entry = context.records[reference] else { return parts[0] }
    if entry.provenance.isStale {
      parts += [Phrase.stale, .old(entry.age(at: context.now))].map { StyledText(context.language.say($0), .caution) }
    }
    if context.records.isLoading(reference) { parts.append(StyledText(context.language.say(.reloading), .muted)) }
    return parts.joined(by: LabeledValue.separator)
  }

  private func drawFields(of record: Record, on canvas: inout Canvas, in content: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = RecordLayout(record, context.names, width: content.columns)
    // A preview has no cursor: keys go to the list.
    let selected = context.explorer.page.hasPreview ? nil : selection(in: layout, height: content.rows)
    for (index, line) in layout.lines.enumerated().dropFirst(top).prefix(content.rows) {
      for segment in line {
        let isSelected = segment.row != nil && segment.row == selected
        let (column, row) = (content.column + segment.column, content.row + index - top)
        let used = canvas.put(
          segment.text, column: column, row: row, width: max(0, content.columns - segment.column),
          selected: Canvas.Selection(isSelected, isActive: isActive))
        if let index = segment.row { canvas.mark(Rect(column: column, row: row, columns: used, rows: 1), as: .detailRow(index)) }
      }
    }
    drawBars(layout, among: context.comparedRecords(of: reference.kind), on: &canvas, in: content, context)
    canvas.putScrollArrows(column: content.column + content.columns, in: content, top: top, of: layout.lines.count)
  }

  /// Draws bars beside the values that can be compared: how many records of the kind have no larger one, and the position among them.
  private func drawBars(
    _ layout: RecordLayout, among others: [Record], on canvas: inout Canvas, in content: Rect, _ context: RenderContext
  ) {
    guard let start = layout.barColumn else { return }
    let scaled = layout.magnitudes.compactMap { magnitude -> (line: Int, share: Double, rank: StyledText)? in
      let values = others.compactMap { $0.display(magnitude.field)?.magnitude }
      guard let place = FieldRank(of: magnitude.number, among: values) else { return nil }
      return (magnitude.line, place.share, StyledText(context.language.say(.rank(place.rank, of: place.count)), .muted))
    }
    let room = content.columns - start
    let rankWidth = scaled.reduce(0) { max($0, $1.rank.columns) }
    let showsRank = room - RecordLayout.gap - rankWidth >= RecordLayout.minBarWidth
    let width = min(RecordLayout.maxBarWidth, showsRank ? room - RecordLayout.gap - rankWidth : room)
    for (line, share, rank) in scaled where (top..<top + content.rows).contains(line) {
      let (column, row) = (content.column + start, content.row + line - top)
      canvas.put(Bar.text(share, columns: width), column: column, row: row, width: width)
      if showsRank { canvas.put(rank, column: column + width + RecordLayout.gap, row: row, width: rankWidth) }
    }
  }
}
