import Localization
import Models
import Presentation
import Text

/// The keys of the page below, and the global keys.
struct HelpModel: PageModel {
  let sections: [HelpSection]
  /// The first visible line.
  private(set) var top = 0

  init(_ sections: [HelpSection]) { self.sections = sections }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: scroll(0, context)
    case .scroll(let lines): scroll(lines, context)
    case .action(let action): return perform(action, &context)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let lines = action.movement(page: HelpLayout(sections, in: context.layout.body).panel.rows.rows) {
      scroll(lines, context)
      return true
    }
    switch action {
    // The key that opened the help closes it.
    case .help, .open: context.navigate(to: .dismiss)
    case .cancel, .back, .quit: return false
    default:
      // Every action in the help can be performed at once.
      guard action.tab != nil || sections.contains(where: { $0.actions.contains(action) }) else { return false }
      context.navigate(to: .action(action))
    }
    return true
  }

  private mutating func scroll(_ lines: Int, _ context: UpdateContext) {
    top = min(max(0, top + lines), HelpLayout(sections, in: context.layout.body).maxTop)
  }
}

extension HelpModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = HelpLayout(sections, in: rect)
    canvas.draw(layout.panel, title: context.language.say(FindingPhrase.help))
    let rows = layout.panel.rows
    for (index, cells) in layout.columns.enumerated() {
      let column = rows.column + index * HelpLayout.width
      let width = min(HelpLayout.width - 2, rows.column + rows.columns - column)
      for (offset, cell) in cells.dropFirst(top).prefix(rows.rows).enumerated() {
        draw(cell, on: &canvas, column: column, row: rows.row + offset, width: width, context)
      }
    }
    canvas.drawArrows(on: layout.panel, above: top > 0, below: top < layout.maxTop)
  }

  private func draw(_ cell: HelpLayout.Cell, on canvas: inout Canvas, column: Int, row: Int, width: Int, _ context: RenderContext) {
    switch cell {
    case .gap: break
    case .heading(let heading): canvas.put(context.language.say(heading), .title, column: column, row: row, width: width)
    case .action(let action):
      let phrase = context.language.say(action.phrase)
      put(Self.keys(of: action, context), phrase, on: &canvas, column: column, row: row, width: width)
      canvas.mark(Rect(column: column, row: row, columns: width, rows: 1), as: .action(action))
    case .tabs(let count):
      let phrase = "\(context.language.say(ActionPhrase.tab(1))) … \(count)"
      put(Self.keys(ofTabs: count, context.keys), phrase, on: &canvas, column: column, row: row, width: width)
    }
  }

  private func put(_ keys: String, _ phrase: String, on canvas: inout Canvas, column: Int, row: Int, width: Int) {
    canvas.put(keys, keys == "–" ? .muted : .key, column: column, row: row, width: HelpLayout.keys - 1)
    canvas.put(phrase, column: column + HelpLayout.keys, row: row, width: max(0, width - HelpLayout.keys))
  }

  /// Returns the keys of the first and the last tab: `1 … 8`. Tabs beyond the ninth have no key.
  private static func keys(ofTabs count: Int, _ map: KeyMap) -> String {
    let ends = [1, min(count, 9)].compactMap { number in Action(rawValue: "tab-\(number)").flatMap { map.hint(for: $0) } }
    return ends.count == 2 ? ends.joined(separator: " … ") : "–"
  }

  /// Returns the first keys of the action, as many as fit: `↑ k`.
  private static func keys(of action: Action, _ context: RenderContext) -> String {
    let symbols = context.keys.strokes(for: action, on: context.explorer.borrowingActions).map(\.symbol)
    guard var text = symbols.first else { return "–" }
    for symbol in symbols.dropFirst() where text.columns + 1 + symbol.columns < HelpLayout.keys { text += " " + symbol }
    return text
  }
}

/// The layout of the help: entries of equal width in as many columns as fit.
struct HelpLayout: Sendable, Hashable {
  enum Cell: Sendable, Hashable {
    case heading(Phrase)
    case action(Action)
    /// The keys of the tabs, from the first to the one with this number.
    case tabs(Int)
    /// The empty line between two sections.
    case gap
  }

  /// Width of an entry, including the space after it, and width of its keys.
  static let width = 36
  static let keys = 13

  let panel: PanelLayout
  let columns: [[Cell]]

  init(_ sections: [HelpSection], in area: Rect) {
    let count = min(max(1, (area.columns - 4) / Self.width), sections.count)
    columns = Self.distributed(sections, to: count)
    let lines = columns.map(\.count).max() ?? 0
    panel = PanelLayout(area, columns: min(area.columns - 4, count * Self.width), rows: lines, hasField: false)
  }

  var lines: Int { columns.map(\.count).max() ?? 0 }
  /// The largest scroll offset.
  var maxTop: Int { max(0, lines - panel.rows.rows) }

  /// Distributes the sections over `count` columns. Each section goes, as a whole, to the shortest column so far.
  private static func distributed(_ sections: [HelpSection], to count: Int) -> [[Cell]] {
    var columns = [[Cell]](repeating: [], count: max(1, count))
    for section in sections {
      let shortest = columns.indices.min { (columns[$0].count, $0) < (columns[$1].count, $1) } ?? 0
      if !columns[shortest].isEmpty { columns[shortest].append(.gap) }
      columns[shortest].append(.heading(section.heading))
      columns[shortest] += section.actions.map { .action($0) }
      if section.tabs > 0 { columns[shortest].append(.tabs(section.tabs)) }
    }
    return columns
  }
}

/// A group of actions in the help.
struct HelpSection: Sendable, Hashable {
  let heading: Phrase
  let actions: [Action]
  /// Number of tabs whose keys are listed, in one entry below the actions.
  var tabs = 0

  /// Returns the sections for a page. `subject` is the record that actions apply to, if it is loaded. `tabs` is the number of tabs.
  static func all(of page: Page, subject: Record?, tabs: Int, hasFavourites: Bool = false) -> [HelpSection] {
    var pageActions = page.actions.filter { $0 != .favourite || hasFavourites }
    if subject?.as(Film.self) != nil { pageActions.append(.crawl) }
    return [
      HelpSection(heading: .onThisPage, actions: pageActions),
      HelpSection(
        heading: .navigation,
        actions: [.up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .back, .forward, .nextTab, .previousTab],
        tabs: tabs),
      HelpSection(
        heading: .everywhere,
        actions: [.search, .palette, .random, .zoom, .theme, .language, .units, .mouse, .help, .cancel, .suspend, .quit]),
    ]
  }
}

extension Page {
  /// The actions of the page itself.
  fileprivate var actions: [Action] {
    let onRecord: [Action] = [.mark, .clearMarks, .favourite, .compare, .path, .copy, .copyRecord, .openOrigin]
    return switch self {
    case .list, .favourites: [.open, .filter, .sort, .reverse, .reload] + onRecord
    case .search: [.open, .forget, .reload] + onRecord
    case .record: [.open, .reload] + onRecord
    case .path: [.open, .alternative, .reload] + onRecord
    case .compare: [.open, .differences, .reload] + onRecord
    case .status: [.open, .restart, .sort, .reverse, .reload]
    case .log: [.filter, .copy, .reload]
    case .picker, .crawl, .help: []
    }
  }
}
