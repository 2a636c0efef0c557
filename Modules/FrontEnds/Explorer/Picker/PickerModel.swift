import Contracts
import Localization
public import Models
import Presentation
import Text

/// A list to pick from, filtered by typing: actions, records, themes, languages or sort keys.
public struct PickerModel: PageModel {
  /// What to pick, and for which purpose.
  public enum Purpose: Sendable, Hashable {
    /// Actions and records.
    case palette
    /// A record to compare with these.
    case compare([Reference])
    case path(from: Reference)
    case theme
    case language
    /// A sort key for the list of this kind.
    case sort(KindName)
  }

  enum Choice: Sendable, Hashable {
    case action(Action)
    case record(Reference)
    /// The name of the theme.
    case theme(String)
    /// The code of the language.
    case language(String)
    /// The canonical key of the field.
    case sortKey(String)
    case units(UnitSystem)
  }

  /// The input of the palette besides the settings: the page below it, and earlier choices.
  struct PaletteContext: Sendable {
    /// The actions that have a meaning now.
    var actions: [Action] = []
    var openTab = 0
    var tabCount = 0
    /// The kind of the list on the page, which can be sorted.
    var sortableKind: KindName?
    /// The last choices, latest first.
    var recent: [Choice] = []
  }

  struct Row: Sendable, Hashable {
    let choice: Choice
    let title: String
    /// The characters of the title that match the typed text.
    let marks: [Range<Int>]

    init(_ choice: Choice, _ title: String, marks: [Range<Int>] = []) {
      self.choice = choice
      self.title = title
      self.marks = marks
    }
  }

  static let limit = 60

  let purpose: Purpose
  let palette: PaletteContext
  private(set) var field = TextField()
  private(set) var rows: [Row] = []
  private(set) var scroller = Scroller()
  /// The choices that do not depend on the typed text. Records come from the cache and from the search worker.
  private var candidates: [Row] = []
  private var suggestions: [Match] = []
  private var suggestionRequest: RequestID?
  /// Whether the user moved the selection; it then stays on its row.
  private var hasMoved = false
  /// The setting to restore if nothing is picked.
  private(set) var settingToRestore: Destination?

  init(_ purpose: Purpose, _ palette: PaletteContext = PaletteContext()) {
    self.purpose = purpose
    self.palette = palette
  }

  var isTyping: Bool { true }
  var selected: Row? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  /// Number of choices before filtering, without records.
  var choiceCount: Int { candidates.count }

  var isBusy: Bool { suggestionRequest != nil }

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
    let isFirst = candidates.isEmpty && rows.isEmpty
    if isFirst {
      candidates = Self.choices(for: purpose, palette, context)
      settingToRestore = purpose.currentSetting(of: context.settings)
      requestSuggestions(&context)
    }
    updateRows(context)
    // Start with the current setting selected.
    if isFirst, let index = rows.firstIndex(where: { purpose.isInUse($0.choice, context.settings) }) { select(index, context) }
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
    // The palette lists settings among other things, which are not tried out in passing.
    guard purpose != .palette else { return }
    switch selected?.choice {
    case .theme(let name)?: context.navigate(to: .theme(name))
    case .language(let code)?: context.navigate(to: .language(code))
    default: break
    }
  }

  private func pick(_ context: inout UpdateContext) {
    guard let choice = selected?.choice else { return }
    if let id = suggestionRequest { context.emit(.cancel(id)) }
    if purpose == .palette { context.paletteChoice = choice }
    switch (choice, purpose) {
    case (.action(let action), _): context.navigate(to: .action(action))
    case (.record(let record), .compare(let others)): context.navigate(to: .compare(others + [record]))
    case (.record(let record), .path(let from)): context.navigate(to: .path(from: from, to: record))
    case (.record(let record), _): context.navigate(to: .recordInTab(record))
    case (.sortKey(let key), .sort(let kind)): context.navigate(to: .sort(kind, key))
    case (.sortKey(let key), .palette):
      if let kind = palette.sortableKind { context.navigate(to: .sort(kind, key)) }
    case (.sortKey, _): break
    case (.units(let units), _): set(.units(units), &context)
    case (.theme(let name), _): set(.theme(name), &context)
    case (.language(let code), _): set(.language(code), &context)
    }
  }

  private func set(_ setting: Destination, _ context: inout UpdateContext) {
    context.navigate(to: setting)
    context.navigate(to: .dismiss)
  }

  private func height(_ context: UpdateContext) -> Int { PanelLayout(context.layout.body, purpose, choiceCount: choiceCount).rows.rows }

  /// Requests names for the typed text and cancels the previous request. The search worker answers from memory, so no debouncing is needed.
  private mutating func requestSuggestions(_ context: inout UpdateContext) {
    guard purpose.offersRecords, purpose != .palette || !field.text.isEmpty else { return suggestions = [] }
    if let id = suggestionRequest { context.emit(.cancel(id)) }
    suggestionRequest = context.send(.suggest(field.text, kind: purpose.kind, limit: 20))
  }

  private mutating func updateRows(_ context: UpdateContext) {
    let selected = hasMoved ? selected : nil
    rows = Self.filtered(candidates, suggestions, by: FuzzyPattern(field.text), purpose, context.records, recent: palette.recent)
    let index = selected.flatMap { row in rows.firstIndex { $0.choice == row.choice } } ?? 0
    if selected == nil { scroller = Scroller() }
    select(index, context)
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

  func currentSetting(of settings: Explorer.Settings) -> Destination? {
    switch self {
    case .theme: .theme(settings.theme.name)
    case .language: .language(settings.language.code)
    default: nil
    }
  }

  func isInUse(_ choice: PickerModel.Choice, _ settings: Explorer.Settings) -> Bool {
    choice == .theme(settings.theme.name) || choice == .language(settings.language.code)
  }
}

extension PickerModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let panel = PanelLayout(rect, purpose, choiceCount: choiceCount)
    canvas.draw(panel, title: title(context))
    if panel.field.rows > 0 {
      canvas.put(
        field, prompt: context.language.say(.pickerPrompt), column: panel.field.column, row: panel.field.row, width: panel.field.columns,
        isActive: isActive)
    }
    if rows.isEmpty, panel.rows.rows > 0 {
      let text = isBusy ? context.language.say(.searching) : context.language.say(.noResults(field.text.printable))
      canvas.put(text, .muted, column: panel.rows.column, row: panel.rows.row, width: panel.rows.columns)
    }
    for (offset, row) in rows.dropFirst(scroller.top).prefix(panel.rows.rows).enumerated() {
      let index = scroller.top + offset
      // The selection extends to the frame on both sides.
      let line = Rect(
        column: panel.rows.column - 1, row: panel.rows.row + offset, columns: panel.rows.columns + 2, rows: 1)
      draw(row, on: &canvas, in: line, index == scroller.selection ? .active : .none, context)
      canvas.mark(line, as: .overlayRow(index))
    }
    canvas.drawArrows(on: panel, above: scroller.top > 0, below: scroller.top + panel.rows.rows < rows.count)
  }

  private func draw(_ row: Row, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ context: RenderContext) {
    canvas.select(line, selection)
    if selection != .none { canvas.put("▸", .title, column: line.column, row: line.row, width: 1, selected: selection) }
    let role: Role = if case .record = row.choice { .accent } else { .text }
    let note = note(row.choice, context)
    let end = line.column + line.columns - 1
    var room = line.columns - 2
    if let note, note.columns + 2 <= room / 2 {
      canvas.put(note, column: end - note.columns, row: line.row, width: note.columns, selected: selection)
      room -= note.columns + 2
    }
    canvas.put(.marked(row.title, role, at: row.marks), column: line.column + 1, row: line.row, width: room, selected: selection)
  }

  /// Returns the key of an action, the kind of a record or the direction of the current sort order.
  private func note(_ choice: Choice, _ context: RenderContext) -> StyledText? {
    switch choice {
    case .action(let action):
      return context.keys.strokes(for: action, on: context.explorer.borrowingActions).first.map { StyledText($0.symbol, .key) }
    case .record(let reference):
      return StyledText(context.names.word(for: reference.kind), .muted)
    case .sortKey where purpose == .palette: return hint(.sort, context)
    case .sortKey(let key):
      guard case .list(let list) = context.explorer.page, list.order.sortKey(of: context.kinds[list.kind]) == key else {
        return nil
      }
      return StyledText(list.order.isDescending ? "▼" : "▲", .title)
    case .theme: return purpose == .palette ? hint(.theme, context) : nil
    case .language: return purpose == .palette ? hint(.language, context) : nil
    case .units: return hint(.units, context)
    }
  }

  private func hint(_ action: Action, _ context: RenderContext) -> StyledText? {
    context.keys.hint(for: action).map { StyledText($0, .key) }
  }

  private func title(_ context: RenderContext) -> String {
    let language = context.language
    let names = context.names
    switch purpose {
    case .palette: return language.say(FindingPhrase.palette)
    case .theme: return language.say(.chooseTheme)
    case .language: return language.say(.chooseLanguage)
    case .sort(let kind):
      return language.say(.sort(names.title(of: kind)))
    case .compare(let references):
      return language.say(.compareWith(references.map(names.name(of:)).joined(separator: language.vocabulary.separator)))
    case .path(let from): return language.say(.pathFrom(names.name(of: from)))
    }
  }
}
