import Localization
import Models
import Presentation

/// The top row: the tabs and, on wide screens, the connection state. Where the tabs do not fit, only the open one is shown.
enum TabBar {
  static func draw(on canvas: inout Canvas, _ context: RenderContext) {
    let header = context.layout.header
    // In a language whose tabs just fit, the star gives up the spaces around it.
    let roomy = segments(context)
    let tabs = roomy.reduce(0) { $0 + $1.text.columns } <= header.columns ? roomy : segments(context, isTight: true)
    let brand = Segment(StyledText(" HOLOCRON ", .title), nil)
    let width = tabs.reduce(0) { $0 + $1.text.columns }
    // All tabs are worth more than the whole state.
    let needed = width < header.columns ? width : folded(context).reduce(0) { $0 + $1.text.columns }
    let state = context.layout.isWide ? ConnectionState.text(context, within: header.columns - needed - 3) : StyledText()
    let room = header.columns - (state.columns == 0 ? 0 : state.columns + 2)
    if brand.text.columns + width <= room {
      put([brand] + tabs, on: &canvas, header)
    } else if width <= room {
      put(tabs, on: &canvas, header)
    } else {
      put(folded(context), on: &canvas, header)
    }
    ConnectionState.draw(state, on: &canvas, endingAt: header.columns - 1, row: header.row, context)
  }

  /// A part of the tab bar and the target of a click on it.
  private struct Segment {
    let text: StyledText
    let target: HitTarget?

    init(_ text: StyledText, _ target: HitTarget?) {
      self.text = text
      self.target = target
    }
  }

  private static func segments(_ context: RenderContext, isTight: Bool = false) -> [Segment] {
    let explorer = context.explorer
    return explorer.tabs.indices.flatMap { index -> [Segment] in
      let isOpen = index == explorer.current
      let space = isTight && explorer.tabs[index].content == .favourites ? "" : " "
      let text = space + explorer.shortTitle(of: explorer.tabs[index]) + space
      let title = Segment(StyledText(text, isOpen ? .tab : .text), .tab(index))
      // A separator divides the kinds from search and status.
      return explorer.tabs[index].content == .search ? [Segment(StyledText("│", .rule), nil), title] : [title]
    }
  }

  /// Returns the open tab alone, with arrows for its neighbours: `‹ People ›`.
  private static func folded(_ context: RenderContext) -> [Segment] {
    let explorer = context.explorer
    return [
      Segment(StyledText(" ‹ ", .tab), .action(.previousTab)),
      Segment(StyledText(explorer.title(of: explorer.tab), .tab), .tab(explorer.current)),
      Segment(StyledText(" › ", .tab), .action(.nextTab)),
    ]
  }

  private static func put(_ segments: [Segment], on canvas: inout Canvas, _ header: Rect) {
    var column = header.column
    for segment in segments {
      let width = canvas.put(segment.text, column: column, row: header.row, width: header.columns - column)
      if let target = segment.target { canvas.mark(Rect(column: column, row: header.row, columns: width, rows: 1), as: target) }
      column += width
    }
  }
}

extension Explorer {
  /// Returns the title of a tab: `People`.
  func title(of tab: Tab) -> String {
    switch tab.content {
    case .kind(let kind): settings.language.title(of: kind) ?? kinds[kind]?.title ?? kind.text
    case .search: settings.language.say(ChromePhrase.search)
    case .status: settings.language.say(ChromePhrase.status)
    case .favourites: settings.language.say(StartPhrase.favourites)
    }
  }

  /// Returns the title of a tab beside the others: a star for the favourites, so that all tabs fit.
  func shortTitle(of tab: Tab) -> String { tab.content == .favourites ? "★" : title(of: tab) }
}
