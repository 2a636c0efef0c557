import Localization
import MessageBus
import Models
import Presentation

/// All fields of one record. The records that it refers to are loaded as well and shown by name.
struct RecordModel: PageModel {
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

  var subject: Reference? { reference }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    guard reference != self.reference, let record = context.records[self.reference]?.record else {
      return reference == self.reference
    }
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

  /// Returns the cursor position. The default is the first reference among the first `height` lines.
  func selection(in rows: [RecordLayout.Row], height: Int) -> Int? {
    guard !rows.isEmpty else { return nil }
    return cursor.map { min($0, rows.count - 1) } ?? rows.firstIndex { $0.reference != nil && $0.lines.lowerBound < height } ?? 0
  }

  private func selection(in window: RecordWindow) -> Int? { selection(in: window.rows, height: window.height) }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .refresh: if hasAppeared { appear(&context) }
    case .action(let action): return perform(action, &context)
    case .loaded(let reference): loadFinished(reference, &context)
    case .timerFired(.selectionSettled):
      if hasAppeared, let record = context.records[reference]?.record { context.loadMissingNames(of: record.references) }
    case .click(let row): click(row, &context)
    case .scroll(let lines):
      let window = RecordWindow(reference, context)
      top += lines
      clampWindow(window)
      moveCursorIntoWindow(window)
    default: return false
    }
    return true
  }

  private mutating func appear(_ context: inout UpdateContext) {
    hasAppeared = true
    context.load([reference])
    if let record = context.records[reference]?.record {
      context.loadNames(of: record.references + companions(of: record, context))
    }
    context.emit(.startTimer(.extrasDue, after: Self.extrasDelay))
    clampWindow(RecordWindow(reference, context))
  }

  /// Loads the films of the record, to see who else is in them.
  func loadFilms(_ context: inout UpdateContext) {
    if let record = context.records[reference]?.record { context.load(Companions.films(of: record)) }
  }

  private mutating func loadFinished(_ loaded: Reference, _ context: inout UpdateContext) {
    if loaded == reference {
      if isReloading, let problem = context.records.failure(of: reference) {
        context.toast = Toast(context.language.say(.notReloaded(problem.reason(in: context.language))), .bad)
      }
      isReloading = false
      if hasAppeared, let record = context.records[reference]?.record { context.loadNames(of: record.references) }
    } else {
      // The last film makes the companions known.
      guard hasAppeared, loaded.kind == Film.kind, let record = context.records[reference]?.record,
        Companions.films(of: record).contains(loaded)
      else { return }
      context.loadMissingNames(of: companions(of: record, context))
    }
    clampWindow(RecordWindow(reference, context))
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let window = RecordWindow(reference, context)
    switch action {
    case .up: moveVertically(by: -1, window)
    case .down: moveVertically(by: 1, window)
    case .left: return moveHorizontally(by: -1, window)
    case .right: return moveHorizontally(by: 1, window)
    case .pageUp: movePage(by: -max(1, window.height - 1), window)
    case .pageDown: movePage(by: max(1, window.height - 1), window)
    case .first: moveCursor(to: 0, window, showingLine: 0)
    case .last: moveCursor(to: window.rows.count - 1, window, showingLine: window.lines - 1)
    case .open: openReference(window, &context)
    case .copy: copy(window, &context)
    case .reload:
      isReloading = true
      context.reload(reference, revalidate: true)
    default: return false
    }
    return true
  }

  /// Whether the cursor is on a reference, or the record can be loaded again.
  func canOpen(_ window: RecordWindow) -> Bool {
    guard let row = selection(in: window) else { return true }
    return window.rows[row].reference != nil
  }

  private func openReference(_ window: RecordWindow, _ context: inout UpdateContext) {
    guard !window.rows.isEmpty else { return context.load([reference]) }
    guard let row = selection(in: window), let target = window.rows[row].reference else { return context.reportNoEffect(of: .open) }
    context.navigate(to: .record(target))
  }

  private func copy(_ window: RecordWindow, _ context: inout UpdateContext) {
    guard let row = selection(in: window) else { return context.reportNoEffect(of: .copy) }
    let text = window.rows[row].text
    let start = text.prefix { !$0.isNewline }
    context.copy(text, as: start.count > 40 ? String(start.prefix(40)) + "…" : String(start))
  }

  private mutating func click(_ row: Int, _ context: inout UpdateContext) {
    let window = RecordWindow(reference, context)
    guard window.rows.indices.contains(row) else { return }
    let isSecond = cursor == row
    moveCursor(to: row, window, showingLine: window.rows[row].lines.lowerBound)
    if isSecond { openReference(window, &context) }
  }
}

/// Cursor movement.
extension RecordModel {
  /// Moves to the nearest position on the next line that has one; scrolls line by line through a text longer than the window.
  private mutating func moveVertically(by direction: Int, _ window: RecordWindow) {
    guard let current = selection(in: window) else { return }
    let row = window.rows[current]
    if direction > 0, row.lines.upperBound > top + window.height {
      top += 1
    } else if direction < 0, row.lines.lowerBound < top {
      top -= 1
    } else if let next = window.neighbour(of: current, direction) {
      let lines = window.rows[next].lines
      moveCursor(
        to: next, window,
        showingLine: direction > 0 ? min(lines.upperBound - 1, lines.lowerBound + window.height - 1) : lines.upperBound - 1)
      return
    } else {
      // Labels, headings and the end of the text have no cursor position.
      top += direction
    }
    cursor = current
    clampWindow(window)
  }

  /// Moves along a line; `false` if there is no position on that side.
  private mutating func moveHorizontally(by direction: Int, _ window: RecordWindow) -> Bool {
    guard let current = selection(in: window) else { return false }
    let other = current + direction
    guard window.rows.indices.contains(other), window.rows[other].lines == window.rows[current].lines else { return false }
    moveCursor(to: other, window, showingLine: window.rows[other].lines.lowerBound)
    return true
  }

  private mutating func movePage(by lines: Int, _ window: RecordWindow) {
    guard let current = selection(in: window) else { return }
    let line = window.rows[current].lines.lowerBound + lines
    top += lines
    clampWindow(window)
    if let target = window.row(nearest: line, window.rows[current].column) { cursor = target }
    moveCursorIntoWindow(window)
  }

  private mutating func moveCursor(to row: Int, _ window: RecordWindow, showingLine line: Int) {
    guard window.rows.indices.contains(row) else { return }
    cursor = row
    if line < top { top = line }
    if line >= top + window.height { top = line - window.height + 1 }
    clampWindow(window)
  }

  private mutating func clampWindow(_ window: RecordWindow) { top = min(max(0, top), max(0, window.lines - window.height)) }

  /// Moves the cursor into the scrolled window.
  private mutating func moveCursorIntoWindow(_ window: RecordWindow) {
    guard let current = selection(in: window) else { return }
    let shown = top..<top + window.height
    let row = window.rows[current]
    guard !row.lines.overlaps(shown) else { return }
    cursor = window.row(nearest: row.lines.lowerBound < top ? top : shown.upperBound - 1, row.column) ?? current
  }
}

/// A record's layout in its pane, for updates; empty while the record is not loaded.
struct RecordWindow {
  let rows: [RecordLayout.Row]
  let lines: Int
  let height: Int

  init(_ reference: Reference, _ context: UpdateContext) {
    self.init(reference, context.records, context.kinds, context.settings, context.layout)
  }

  init(_ reference: Reference, _ records: RecordStore, _ kinds: Kinds, _ settings: Explorer.Settings, _ layout: ScreenLayout) {
    let pane = RecordPane(layout.detail)
    height = max(1, pane.content.rows)
    guard let record = RecordModel(reference).content(records, settings).value else {
      (rows, lines) = ([], 0)
      return
    }
    let layout = RecordLayout(record, ReferenceWording(records, kinds, settings.wording), width: pane.content.columns)
    (rows, lines) = (layout.rows, layout.lines.count)
  }

  /// Returns the position nearest by column on the next line, in that direction, that has one.
  func neighbour(of row: Int, _ direction: Int) -> Int? {
    let start = rows[row].lines
    let line =
      direction > 0
      ? rows.lazy.map(\.lines.lowerBound).filter { $0 >= start.upperBound }.min()
      : rows.lazy.map(\.lines.lowerBound).filter { $0 < start.lowerBound }.max()
    return line.flatMap { line in nearest(among: rows.indices.filter { rows[$0].lines.lowerBound == line }, rows[row].column) }
  }

  /// Returns the position on or nearest to a line and a column.
  func row(nearest line: Int, _ column: Int) -> Int? {
    func distance(_ row: RecordLayout.Row) -> Int {
      row.lines.contains(line) ? 0 : min(abs(row.lines.lowerBound - line), abs(row.lines.upperBound - 1 - line))
    }
    guard let least = rows.map(distance).min() else { return nil }
    return nearest(among: rows.indices.filter { distance(rows[$0]) == least }, column)
  }

  private func nearest(among candidates: [Int], _ column: Int) -> Int? {
    candidates.min { (abs(rows[$0].column - column), $0) < (abs(rows[$1].column - column), $1) }
  }
}
