import Contracts
import Localization
public import Models
import Presentation
import Text

/// A list to pick from, filtered by typing: actions, records, themes, languages or sort keys.
public struct PickerModel: Page {
  /// What to pick, and for which purpose.
  public enum Purpose: Sendable, Hashable {
    /// Actions, settings and records.
    case palette
    /// A record to compare with these.
    case compare([Reference])
    case path(from: Reference)
    case theme
    case language
    /// A sort key for the list of this kind.
    case sort(KindName)
  }

  struct Row: Sendable, Hashable {
    let title: String
    /// What picking the row does.
    let destination: Destination
    /// The record of the row.
    var record: Reference?
    /// The characters of the title that match the typed text.
    var marks: [Range<Int>] = []
  }

  static let limit = 60

  let purpose: Purpose
  private(set) var field = TextField()
  private(set) var rows: [Row] = []
  private(set) var scroller = Scroller()
  /// The rows besides records, which come from the cache and from the search worker.
  private let candidates: [Row]
  private var suggestions: [Match] = []
  private var suggestionRequest: RequestID?
  private var hasAppeared = false
  /// Whether the user moved the selection; it then stays on its row.
  private var hasMoved = false
  /// The setting to restore if nothing is picked.
  private(set) var settingToRestore: Destination?

  init(_ purpose: Purpose, _ candidates: [Row] = []) { (self.purpose, self.candidates) = (purpose, candidates) }

  var isTyping: Bool { true }
  var actions: [Action] { [.open, .cancel] }
  var selected: Row? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .edit(let edit):
      guard field.apply(edit) else { break }
      hasMoved = false
      requestSuggestions(&context)
      updateRows(context)
      preview(&context)
    case .result(let result, let id):
      guard id == suggestionRequest else { return false }
      suggestionRequest = nil
      // Without a search worker, only known names are offered.
      if case .suggestions(let matches) = result { suggestions = matches }
      updateRows(context)
    case .action(let action): return perform(action, &context)
    case .click(let row):
      guard rows.indices.contains(row) else { break }
      if row == scroller.selection { pick(&context) } else { move(to: row, &context) }
    case .scroll(let lines): move(to: scroller.selection + lines, &context)
    default: return false
    }
    return true
  }

  private mutating func appear(_ context: inout UpdateContext) {
    guard !hasAppeared else { return updateRows(context) }
    hasAppeared = true
    let settings = context.settings
    settingToRestore =
      purpose == .theme ? .theme(settings.theme.name) : purpose == .language ? .language(settings.language.code) : nil
    requestSuggestions(&context)
    updateRows(context)
    // Start with the current setting selected.
    if let row = rows.firstIndex(where: { $0.destination == settingToRestore }) { select(row, context) }
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    switch action {
    case .up, .previousTab: move(to: (scroller.selection + rows.count - 1) % max(1, rows.count), &context)
    case .down, .nextTab: move(to: (scroller.selection + 1) % max(1, rows.count), &context)
    case .pageUp, .pageDown, .first, .last: move(to: scroller.selection + (action.movement(page: height(context)) ?? 0), &context)
    case .open: pick(&context)
    case .cancel, .back, .quit:
      if let id = suggestionRequest { context.emit(.cancel(id)) }
      if let settingToRestore { context.navigate(to: settingToRestore) }
      context.navigate(to: .dismiss)
    case .left, .right: break
    default: return false
    }
    return true
  }

  private mutating func move(to row: Int, _ context: inout UpdateContext) {
    guard !rows.isEmpty else { return }
    hasMoved = true
    select(row, context)
    preview(&context)
  }

  private mutating func select(_ row: Int, _ context: UpdateContext) { scroller.select(row, count: rows.count, height: height(context)) }

  /// Previews the selected theme or language.
  private func preview(_ context: inout UpdateContext) {
    if settingToRestore != nil, let selected { context.navigate(to: selected.destination) }
  }

  private func pick(_ context: inout UpdateContext) {
    guard let destination = selected?.destination else { return }
    if let id = suggestionRequest { context.emit(.cancel(id)) }
    context.navigate(to: destination)
    switch destination {
    case .theme, .language: context.navigate(to: .dismiss)
    default: break
    }
  }

  private func height(_ context: UpdateContext) -> Int { panel(in: context.layout.body).rows.rows }

  /// Requests names for the typed text and cancels the previous request. The search worker answers from memory, so no debouncing is needed.
  private mutating func requestSuggestions(_ context: inout UpdateContext) {
    guard purpose.offersRecords, purpose != .palette || !field.text.isEmpty else { return suggestions = [] }
    if let id = suggestionRequest { context.emit(.cancel(id)) }
    suggestionRequest = context.send(.suggest(field.text, kind: purpose.kind, limit: 20))
  }

  private mutating func updateRows(_ context: UpdateContext) {
    let selected = hasMoved ? selected : nil
    rows = matchingRows(context.records)
    let index = selected.flatMap { row in rows.firstIndex { $0.destination == row.destination } } ?? 0
    if selected == nil { scroller = Scroller() }
    select(index, context)
  }

  /// Returns the matching rows, best first. Suggestions of the search worker that do not match the typed letters, such as spelling
  /// corrections, come last.
  private func matchingRows(_ records: RecordStore) -> [Row] {
    let pattern = NamePattern(field.text)
    var all = candidates
    // While nothing is typed, the palette lists only actions; records would bury them.
    if purpose.offersRecords, purpose != .palette || !pattern.isEmpty {
      var seen: Set<Reference> = []
      for match in suggestions + records.matches(pattern, limit: Self.limit, where: purpose.allows)
      where purpose.allows(match.reference) && seen.insert(match.reference).inserted {
        let marks = match.field == nil ? match.marks : []
        all.append(Row(title: match.name, destination: purpose.destination(match.reference), record: match.reference, marks: marks))
      }
    }
    let ranked = all.enumerated().compactMap { offset, row -> (key: [Int], row: Row)? in
      guard let match = pattern.matchOrInitials(row.title) else { return row.record == nil ? nil : ([1, offset], row) }
      var row = row
      row.marks = match.marks
      return ([-match.score, pattern.isEmpty ? 0 : row.title.count, offset], row)
    }
    return ranked.sorted { $0.key.lexicographicallyPrecedes($1.key) }.prefix(Self.limit).map(\.row)
  }
}

extension PickerModel.Purpose {
  var offersRecords: Bool {
    switch self {
    case .palette, .compare, .path: true
    case .theme, .language, .sort: false
    }
  }

  /// The kind to choose from: only records of one kind are compared.
  var kind: KindName? { if case .compare(let references) = self { references.first?.kind } else { nil } }

  func allows(_ reference: Reference) -> Bool {
    switch self {
    case .compare(let others): !others.contains(reference) && reference.kind == kind
    case .path(let from): reference != from
    default: true
    }
  }

  /// Returns what picking a record does.
  func destination(_ record: Reference) -> Destination {
    switch self {
    case .compare(let others): .compare(others + [record])
    case .path(let from): .path(from: from, to: record)
    case .palette, .theme, .language, .sort: .recordInTab(record)
    }
  }
}

extension Explorer {
  /// Returns the rows of a picker, without records.
  func pickerRows(_ purpose: PickerModel.Purpose, _ records: RecordStore) -> [PickerModel.Row] {
    switch purpose {
    case .palette: actionRows(records) + settingRows(records)
    case .theme: settings.themes.map { .init(title: settings.language.say(.theme($0.name)), destination: .theme($0.name)) }
    case .language: Languages.all.map { .init(title: $0.name, destination: .language($0.code)) }
    case .sort(let kind): sortRows(of: kind)
    case .compare, .path: []
    }
  }

  /// Returns the actions with a meaning on the open page, those that work everywhere, and going back or forward; then the other tabs.
  private func actionRows(_ records: RecordStore) -> [PickerModel.Row] {
    let needsSubject: Set<Action> = [.open, .mark, .favourite, .compare, .path, .copy, .copyRecord, .openOrigin]
    let actions = helpSections(records).filter { $0.heading != .navigation }.flatMap(\.actions).filter { action in
      switch action {
      case .palette, .cancel: false
      case .clearMarks, .zoom, .reverse: applies(action)
      default: subject != nil || !needsSubject.contains(action) || action == .copy && page.applies(action, in: self) == true
      }
    }
    let moves = (tab.canGoBack ? [Action.back] : []) + (tab.canGoForward ? [.forward] : [])
    let others = tabs.enumerated().compactMap { index, tab in
      index == current ? nil : Action(tab: index).map { PickerModel.Row(title: title(of: tab), destination: .action($0)) }
    }
    return (actions + moves).map { .init(title: settings.language.say(phrase(of: $0)), destination: .action($0)) } + others
  }

  /// Returns the settings that can be chosen directly: `Sort: Mass`, `Theme: Light`, `Language: Deutsch`.
  private func settingRows(_ records: RecordStore) -> [PickerModel.Row] {
    let sorts = if case .kind(let kind) = tab.content, !tab.canGoBack { sortRows(of: kind) } else { [PickerModel.Row]() }
    return [(Action.sort, sorts), (.theme, pickerRows(.theme, records)), (.language, pickerRows(.language, records))].flatMap {
      action, rows in
      rows.map { PickerModel.Row(title: "\(settings.language.say(action.phrase)): \($0.title)", destination: $0.destination) }
    }
  }

  private func sortRows(of kind: KindName) -> [PickerModel.Row] {
    guard let description = kinds[kind] else { return [] }
    let keys = ListColumns.sortKeys(of: description)
    return (keys + ListColumns.fields(of: description).map(\.key).filter { !keys.contains($0) }).compactMap { key in
      description.fields.first { $0.key == key }.map {
        .init(title: settings.wording.label(of: $0, in: kind), destination: .sort(kind, key))
      }
    }
  }
}

extension PickerModel {
  private func panel(in area: Rect) -> PanelLayout {
    guard purpose.offersRecords else { return PanelLayout(area, columns: 32, rows: max(1, candidates.count)) }
    return PanelLayout(area, columns: 60, rows: min(18, max(7, area.rows * 3 / 5)))
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let panel = panel(in: rect)
    canvas.draw(panel, title: title(context))
    if panel.field.rows > 0 {
      canvas.put(
        field, prompt: context.language.say(.pickerPrompt), column: panel.field.column, row: panel.field.row, width: panel.field.columns,
        isActive: isActive)
    }
    if rows.isEmpty, panel.rows.rows > 0 {
      let text: Phrase = suggestionRequest != nil ? .searching : .noResults(field.text.printable)
      canvas.put(StyledText(context.language.say(text), .muted), in: panel.rows)
    }
    for (index, row) in rows.enumerated().dropFirst(scroller.top).prefix(panel.rows.rows) {
      // The selection extends to the frame on both sides.
      let line = panel.rows.inset(left: -1, right: -1).line(index - scroller.top)
      draw(row, on: &canvas, in: line, index == scroller.selection ? .active : .none, context)
      canvas.mark(line, as: .overlayRow(index))
    }
    canvas.drawArrows(on: panel, above: scroller.top > 0, below: scroller.top + panel.rows.rows < rows.count)
  }

  private func draw(_ row: Row, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ context: RenderContext) {
    canvas.select(line, selection)
    if selection != .none { canvas.put(StyledText("▸", .title), in: line, selected: selection) }
    var rest = line.inset(left: 1, right: 1)
    if let note = note(row, context), note.columns + 2 <= rest.columns / 2 {
      canvas.put(note, in: rest.inset(left: rest.columns - note.columns), selected: selection)
      rest = rest.inset(left: 0, right: note.columns + 2)
    }
    canvas.put(.marked(row.title, row.record == nil ? .text : .accent, at: row.marks), in: rest, selected: selection)
  }

  /// Returns the kind of a record, the direction of the current sort order, or the key of an action.
  private func note(_ row: Row, _ context: RenderContext) -> StyledText? {
    if let record = row.record { return StyledText(context.names.word(for: record.kind), .muted) }
    switch row.destination {
    case .action(let action): return context.keys.hint(for: action).map { StyledText($0, .key) }
    case .sort(let kind, let key):
      guard let order = context.explorer.list(of: kind)?.order, order.sortKey(of: context.kinds[kind]) == key else { return nil }
      return StyledText(order.isDescending ? "▼" : "▲", .title)
    default: return nil
    }
  }

  private func title(_ context: RenderContext) -> String {
    let (language, names) = (context.language, context.names)
    switch purpose {
    case .palette: return language.say(Phrase.palette)
    case .theme: return language.say(.chooseTheme)
    case .language: return language.say(.chooseLanguage)
    case .sort(let kind): return language.say(.sort(names.title(of: kind)))
    case .compare(let references):
      return language.say("Compare {name} with", .text(references.map(names.name(of:)).joined(separator: language.vocabulary.separator)))
    case .path(let from): return language.say("Path from {name} to", .text(names.name(of: from)))
    }
  }
}
