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
  /// The cursor position, once the user has moved the cursor.
  private var cursor: Int?
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
    let rows = layout.rows
    guard !rows.isEmpty else { return nil }
    return cursor.map { min($0, rows.count - 1) } ?? rows.firstIndex { $0.reference != nil && $0.lines.lowerBound < height } ?? 0
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
      let isSecond = cursor == row
      moveCursor(to: row, layout, height)
      if isSecond { open(layout, row, &context) }
    case .scroll(let lines): scroll(by: lines, context)
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
    switch action {
    case .up, .down: if let current { moveVertically(from: current, action == .up ? -1 : 1, layout, height) }
    case .left, .right:
      let rows = layout.rows
      guard let current, case let next = current + (action == .left ? -1 : 1), rows.indices.contains(next),
        rows[next].lines == rows[current].lines
      else { return false }
      moveCursor(to: next, layout, height)
    case .pageUp, .pageDown: scroll(by: action.movement(page: height - 1) ?? 0, context, movesCursor: true)
    case .first, .last:
      if !layout.rows.isEmpty { cursor = action == .first ? 0 : layout.rows.count - 1 }
      top = action == .first ? 0 : layout.lines.count
      clamp(context)
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
  /// Moves to the nearest position on the next line that has one; scrolls line by line through a text longer than the window.
  private mutating func moveVertically(from current: Int, _ step: Int, _ layout: RecordLayout, _ height: Int) {
    let lines = layout.rows[current].lines
    let isHidden = step > 0 ? lines.upperBound > top + height : lines.lowerBound < top
    guard !isHidden, let next = layout.row(after: current, step) else {
      // Labels, headings and the end of the text have no cursor position.
      (cursor, top) = (current, min(max(0, top + step), max(0, layout.lines.count - height)))
      return
    }
    moveCursor(to: next, layout, height, fromBelow: step < 0)
  }

  /// Moves the cursor and scrolls to its first line, or from below to its last one.
  private mutating func moveCursor(to row: Int, _ layout: RecordLayout, _ height: Int, fromBelow: Bool = false) {
    let lines = layout.rows[row].lines
    cursor = row
    top = fromBelow ? min(top, lines.upperBound - 1) : min(top, lines.lowerBound)
    top = max(top, (fromBelow ? lines.upperBound : min(lines.upperBound, lines.lowerBound + height)) - height)
    top = min(max(0, top), max(0, layout.lines.count - height))
  }

  /// Scrolls and, if it would leave the window or `movesCursor`, takes the cursor along.
  private mutating func scroll(by lines: Int, _ context: UpdateContext, movesCursor: Bool = false) {
    let (layout, height) = window(context)
    top += lines
    clamp(context)
    guard let current = selection(in: layout, height: height) else { return }
    let row = layout.rows[current]
    let shown = top..<top + height
    var target = movesCursor ? row.lines.lowerBound + lines : row.lines.lowerBound
    guard movesCursor || !row.lines.overlaps(shown) else { return }
    target = min(max(target, shown.lowerBound), shown.upperBound - 1)
    cursor = layout.row(nearest: target, row.column) ?? current
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
    let pages = explorer.tab.pages.dropFirst().suffix(Self.maxTrail).map { $0.trailTitle(names) }
    let isShortened = explorer.tab.pages.count - 1 > Self.maxTrail
    let whole = [explorer.title(of: explorer.tab)] + (isShortened ? ["…"] : []) + pages
    let trails = [whole] + pages.indices.map { ["…"] + pages[$0...] }
    return trails.lazy.map { $0.joined(separator: " › ") }.first { $0.columns <= columns } ?? ""
  }

  private static let maxTrail = 8

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

  /// Draws bars beside the values that can be compared, and the positions of the values among all records of the kind.
  private func drawBars(
    _ layout: RecordLayout, among others: [Record], on canvas: inout Canvas, in content: Rect, _ context: RenderContext
  ) {
    guard let start = layout.barColumn else { return }
    let scaled = layout.magnitudes.compactMap { magnitude -> (line: Int, share: Double, rank: StyledText)? in
      guard let scale = FieldScale(of: magnitude.field, in: others) else { return nil }
      let rank = context.language.say(.rank(scale.rank(of: magnitude.number), of: scale.count))
      let note = scale.isLogarithmic ? " \(context.language.say("`log`"))" : ""
      return (magnitude.line, scale.share(of: magnitude.number), StyledText(rank + note, .muted))
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
