import Localization
import Presentation
import Text

/// The lower part of the first screen: the kinds of the catalogue on a tall screen, the line of the day, and what one can do, as keys that
/// can be clicked.
enum StartPanel {
  /// The actions that are offered, most useful first. Those without an effect are left out.
  private static let actions: [Action] = [
    .search, .palette, .help, .random, .favourite, .mark, .compare, .path, .theme, .language, .tab1, .tab8, .tab9,
  ]
  static let gap = 3

  /// Draws the panel at the bottom of `rect`.
  static func draw(on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    let width = rect.columns - 2
    let line = context.explorer.day.map { context.language.say(.lineOfTheDay($0)).wrapped(to: max(1, width)) } ?? []
    // A small screen has room for the line only.
    guard rect.rows >= 4 else {
      for (offset, text) in line.prefix(rect.rows).enumerated() {
        canvas.put(text, .muted, column: rect.column + 1, row: rect.row + offset, width: width)
      }
      return
    }
    let heads = line.prefix(2)
    let lineRows = heads.isEmpty ? 0 : heads.count + 1
    var actions = Actions(context, columns: width, hasKinds: true)
    let kinds = StartKinds(context, columns: width)
    // An empty row is above the panel.
    let showsKinds = SearchLayout.isTall(context.layout.list) && kinds.rows + 1 + lineRows + actions.rows < rect.rows
    if !showsKinds { actions = Actions(context, columns: width, hasKinds: false) }
    var row = rect.row + max(1, rect.rows - (showsKinds ? kinds.rows + 1 : 0) - lineRows - actions.rows)
    if showsKinds {
      kinds.draw(on: &canvas, column: rect.column + 1, row: row)
      row += kinds.rows + 1
    }
    for text in heads {
      canvas.put(text, .muted, column: rect.column + 1, row: row, width: width)
      row += 1
    }
    if !heads.isEmpty { row += 1 }
    actions.draw(on: &canvas, Rect(column: rect.column + 1, row: row, columns: width, rows: rect.row + rect.rows - row))
  }

  /// The keys, in one row if they fit, otherwise in columns of equal width.
  private struct Actions {
    private let hints: [(action: Action, text: StyledText)]
    /// Distance of the columns; `nil` if all keys are in one row.
    private let stride: Int?
    private let perRow: Int
    var rows: Int { (hints.count + perRow - 1) / perRow }

    /// - Parameter hasKinds: whether the keys of the kinds are listed elsewhere.
    init(_ context: RenderContext, columns: Int, hasKinds: Bool) {
      // The keys stay the same below an overlay, although it takes the input.
      let isTyping = context.explorer.page.model.isTyping
      let offered = StartPanel.actions.filter { context.explorer.applies($0) && exists($0, context) && !(hasKinds && $0 == .tab1) }
      let keys = offered.compactMap { action in
        (isTyping ? context.keys.typingHint(for: action) : context.keys.hint(for: action)).map { (action: action, key: $0) }
      }
      // In one row, no names stand below each other that would have to be aligned.
      let inOneRow = Self.hints(keys, context, keyWidth: 0)
      let isOneRow = inOneRow.reduce(-StartPanel.gap) { $0 + $1.text.columns + StartPanel.gap } <= columns
      hints = isOneRow ? inOneRow : Self.hints(keys, context, keyWidth: (keys.map(\.key.columns).max() ?? 0) + 1)
      stride = isOneRow ? nil : (hints.map(\.text.columns).max() ?? 0) + StartPanel.gap
      perRow = stride.map { max(1, (columns + StartPanel.gap) / $0) } ?? max(1, hints.count)
    }

    private static func hints(
      _ keys: [(action: Action, key: String)], _ context: RenderContext, keyWidth: Int
    ) -> [(action: Action, text: StyledText)] {
      keys.map { action, key in
        let padded = keyWidth == 0 ? key + " " : key.padded(to: keyWidth)
        return (action, StyledText(padded, .key) + StyledText(StartPanel.text(of: action, context), .muted))
      }
    }

    func draw(on canvas: inout Canvas, _ rect: Rect) {
      var column = rect.column
      for (index, hint) in hints.prefix(perRow * rect.rows).enumerated() {
        let row = rect.row + index / perRow
        if let stride { column = rect.column + index % perRow * stride }
        let used = canvas.put(hint.text, column: column, row: row, width: rect.columns)
        canvas.mark(Rect(column: column, row: row, columns: used, rows: 1), as: .action(hint.action))
        column += used + StartPanel.gap
      }
    }
  }

  private static func exists(_ action: Action, _ context: RenderContext) -> Bool {
    action.tab.map { context.explorer.tabs.indices.contains($0) } ?? true
  }

  /// Returns the title of a tab, and the name of any other action.
  private static func text(of action: Action, _ context: RenderContext) -> String {
    action.tab.map { context.explorer.title(of: context.explorer.tabs[$0]) } ?? context.language.say(action.phrase)
  }
}

/// The kinds of the catalogue with their keys and numbers of records, in columns of equal width, row by row.
struct StartKinds {
  private struct Cell {
    let tab: Int
    let key, title, count: String
  }

  private let cells: [Cell]
  private let keyWidth, titleWidth, countWidth, perRow: Int
  private let title: String

  /// Rows including the heading; 0 without kinds.
  var rows: Int { cells.isEmpty ? 0 : 1 + (cells.count + perRow - 1) / perRow }

  init(_ context: RenderContext, columns: Int) {
    let explorer = context.explorer
    let isTyping = explorer.page.model.isTyping
    let cells = explorer.tabs.enumerated().compactMap { index, tab -> Cell? in
      guard case .list(let list) = tab.root else { return nil }
      let action = Action(rawValue: "tab-\(index + 1)")
      let key = action.flatMap { isTyping ? context.keys.typingHint(for: $0) : context.keys.hint(for: $0) } ?? ""
      return Cell(
        tab: index, key: key, title: explorer.title(of: tab), count: list.pages.count.map { context.language.figures.integer($0) } ?? "")
    }
    self.cells = cells
    title = context.language.say(.catalogue)
    keyWidth = cells.reduce(1) { max($0, $1.key.columns) } + 1
    titleWidth = cells.reduce(0) { max($0, $1.title.columns) } + 2
    // The titles keep their places when the counts arrive.
    countWidth = cells.reduce(3) { max($0, $1.count.columns) }
    let fitting = max(1, (columns + StartPanel.gap) / (keyWidth + titleWidth + countWidth + StartPanel.gap))
    // Rows of nearly equal length.
    let rows = max(1, (cells.count + fitting - 1) / fitting)
    perRow = max(1, (cells.count + rows - 1) / rows)
  }

  func draw(on canvas: inout Canvas, column: Int, row: Int) {
    let width = keyWidth + titleWidth + countWidth
    canvas.put(title, .title, column: column, row: row, width: width)
    for (index, cell) in cells.enumerated() {
      let start = column + index % perRow * (width + StartPanel.gap)
      let line = row + 1 + index / perRow
      canvas.put(cell.key, .key, column: start, row: line, width: keyWidth)
      canvas.put(cell.title, column: start + keyWidth, row: line, width: titleWidth)
      canvas.put(cell.count, .muted, column: start + width - cell.count.columns, row: line, width: cell.count.columns)
      canvas.mark(Rect(column: start, row: line, columns: width, rows: 1), as: .tab(cell.tab))
    }
  }
}
