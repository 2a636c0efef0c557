import Localization
import Models
import Presentation
import Text

/// A group of actions in the help.
struct HelpSection: Sendable, Hashable {
  let heading: Phrase
  let actions: [Action]
  /// Number of tabs whose keys are listed, in one entry below the actions.
  var tabs = 0
}

/// The keys of the page below, and the global keys, in as many columns as fit.
struct HelpModel: Page {
  let sections: [HelpSection]
  private var scroller = Scroller()
  var actions: [Action] { [.cancel] }

  init(_ sections: [HelpSection]) { self.sections = sections }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    let layout = layout(in: context.layout.body)
    if scroller.handle(event, count: layout.lines, height: layout.panel.rows.rows, selects: false) { return true }
    switch event {
    case .appeared: scroller.scroll(by: 0, count: layout.lines, height: layout.panel.rows.rows)
    case .action(.cancel), .action(.back), .action(.quit): return false
    // The key that opened the help closes it.
    case .action(.help), .action(.open): context.navigate(to: .dismiss)
    // Every action in the help can be performed at once.
    case .action(let action) where action.tab != nil || sections.contains { $0.actions.contains(action) }:
      context.navigate(to: .action(action))
    default: return false
    }
    return true
  }

  // MARK: Drawing

  /// A line of a column; an empty one separates two sections.
  private enum Line {
    case empty
    case heading(Phrase)
    case action(Action)
    /// The keys of the tabs, from the first to the one with this number.
    case tabs(Int)
  }

  /// Width of an entry, including the space after it, and width of its keys.
  private static let width = 36
  private static let keys = 13

  /// Distributes the sections over as many columns as fit: each goes, as a whole, to the shortest column so far.
  private func layout(in area: Rect) -> (panel: PanelLayout, columns: [[Line]], lines: Int) {
    let count = max(1, min((area.columns - 4) / Self.width, sections.count))
    var columns = [[Line]](repeating: [], count: count)
    for section in sections {
      let shortest = columns.indices.min { (columns[$0].count, $0) < (columns[$1].count, $1) } ?? 0
      if !columns[shortest].isEmpty { columns[shortest].append(.empty) }
      columns[shortest] += [.heading(section.heading)] + section.actions.map { .action($0) }
      if section.tabs > 0 { columns[shortest].append(.tabs(section.tabs)) }
    }
    let lines = columns.map(\.count).max() ?? 0
    return (PanelLayout(area, columns: min(area.columns - 4, count * Self.width), rows: lines, hasField: false), columns, lines)
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let (panel, columns, lines) = layout(in: rect)
    canvas.draw(panel, title: context.language.say(Phrase.help))
    for (index, column) in columns.enumerated() {
      let rest = panel.rows.inset(left: index * Self.width)
      let rect = rest.inset(left: 0, right: max(0, rest.columns - Self.width + 2))
      for (offset, line) in column.dropFirst(scroller.top).prefix(rect.rows).enumerated() {
        draw(line, on: &canvas, in: rect.line(offset), context)
      }
    }
    canvas.drawArrows(on: panel, above: scroller.top > 0, below: scroller.top + panel.rows.rows < lines)
  }

  private func draw(_ line: Line, on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    func put(_ keys: String?, _ phrase: String) {
      canvas.put(StyledText(keys ?? "–", keys == nil ? .muted : .key), in: rect.inset(left: 0, right: rect.columns - Self.keys + 1))
      canvas.put(StyledText(phrase), in: rect.inset(left: Self.keys))
    }
    switch line {
    case .empty: break
    case .heading(let heading): canvas.put(StyledText(context.language.say(heading), .title), in: rect)
    case .action(let action):
      // The first keys, as many as fit.
      let symbols = context.keys.strokes(for: action).map(\.symbol)
      let keys = symbols.dropFirst().reduce(symbols.first) { keys, symbol in
        keys.map { $0.columns + 1 + symbol.columns < Self.keys ? "\($0) \(symbol)" : $0 }
      }
      put(keys, context.language.say(context.explorer.phrase(of: action)))
      canvas.mark(rect, as: .action(action))
    case .tabs(let count):
      // Tabs beyond the ninth have no key.
      let ends = [0, min(count, 9) - 1].compactMap { Action(tab: $0).flatMap { context.keys.hint(for: $0) } }
      put(ends.count == 2 ? ends.joined(separator: " … ") : nil, "\(context.language.say(Action.tab1.phrase)) … \(count)")
    }
  }
}
