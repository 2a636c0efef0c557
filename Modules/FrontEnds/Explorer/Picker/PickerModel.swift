import Contracts
import Localization
public import Models

/// A list to pick from, filtered by typing: actions, records, themes, languages or sort keys.
public struct PickerModel: PageModel {
  /// What to pick, and for which purpose.
  public enum Purpose: Sendable, Hashable {
    /// Actions and records.
    case palette
    /// A record to compare with these.
    case compare([Reference])
    /// The end of a path.
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
    /// The tab that is open.
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
  private var candidates: [PickerCandidate] = []
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

  var subject: Reference? { nil }
  var isTyping: Bool { true }
  var selected: Row? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  /// Number of choices before filtering, without records.
  var choiceCount: Int { candidates.count }

  /// Whether suggestions have been requested.
  var isBusy: Bool { suggestionRequest != nil }

  mutating func appear(_ context: inout UpdateContext) {
    let isFirst = candidates.isEmpty && rows.isEmpty
    if isFirst {
      candidates = PickerCandidate.all(for: purpose, palette, context)
      settingToRestore = purpose.currentSetting(of: context.settings)
      requestSuggestions(&context)
    }
    updateRows(&context)
    // Start with the current setting selected.
    if isFirst, let index = rows.firstIndex(where: { purpose.isInUse($0.choice, context.settings) }) { select(index, context) }
  }

  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard field.apply(edit) else { return }
    hasMoved = false
    requestSuggestions(&context)
    updateRows(&context)
    preview(&context)
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard id == suggestionRequest else { return false }
    suggestionRequest = nil
    // Without a search worker, only cached names are offered.
    if case .suggestions(let matches) = result { suggestions = matches }
    updateRows(&context)
    return true
  }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let height = height(context)
    switch action {
    case .up, .previousTab: move(to: (scroller.selection + rows.count - 1) % max(1, rows.count), &context)
    case .down, .nextTab: move(to: (scroller.selection + 1) % max(1, rows.count), &context)
    case .pageUp: move(to: max(0, scroller.selection - height), &context)
    case .pageDown: move(to: min(rows.count - 1, scroller.selection + height), &context)
    case .first: move(to: 0, &context)
    case .last: move(to: rows.count - 1, &context)
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

  mutating func click(_ row: Int, _ context: inout UpdateContext) {
    guard rows.indices.contains(row) else { return }
    if row == scroller.selection { pick(&context) } else { move(to: row, &context) }
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    move(to: min(max(0, scroller.selection + lines), max(0, rows.count - 1)), &context)
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
    case (.units(let units), _):
      context.navigate(to: .units(units))
      context.navigate(to: .dismiss)
    case (.theme(let name), _):
      context.navigate(to: .theme(name))
      context.navigate(to: .dismiss)
    case (.language(let code), _):
      context.navigate(to: .language(code))
      context.navigate(to: .dismiss)
    }
  }

  private func height(_ context: UpdateContext) -> Int { PanelLayout(context.layout.body, purpose, choiceCount: choiceCount).rows.rows }

  /// Requests names for the typed text and cancels the previous request. The search worker answers from memory, so no debouncing is needed.
  private mutating func requestSuggestions(_ context: inout UpdateContext) {
    guard purpose.offersRecords, purpose != .palette || !field.text.isEmpty else { return suggestions = [] }
    if let id = suggestionRequest { context.emit(.cancel(id)) }
    suggestionRequest = context.send(.suggest(field.text, kind: purpose.kind, limit: 20))
  }

  private mutating func updateRows(_ context: inout UpdateContext) {
    let selected = hasMoved ? selected : nil
    rows = PickerCandidate.filtered(candidates, suggestions, by: FuzzyPattern(field.text), purpose, context.cache, recent: palette.recent)
    let index = selected.flatMap { row in rows.firstIndex { $0.choice == row.choice } } ?? 0
    if selected == nil { scroller = Scroller() }
    select(index, context)
  }
}
