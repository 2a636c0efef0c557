import Localization
import Models
public import Presentation
import Text

/// The whole screen: tab bar, pages in their panes, overlay and footer.
public enum ExplorerScreen {
  /// Draws `explorer` as of `now`, with the hints of `keys`.
  public static func frame(of explorer: Explorer, at now: Moment, keys: KeyMap = .standard) -> Frame {
    let context = RenderContext(explorer, at: now, keys: keys)
    var canvas = Canvas(context.layout.viewport, theme: explorer.settings.theme)
    if context.layout.isTooSmall {
      let (viewport, least) = (context.layout.viewport, ScreenLayout.minimumSize)
      let needed = context.language.say("Holocron needs {columns}×{rows}", .number(least.columns), .number(least.rows))
      let actual = context.language.say(.size(columns: viewport.columns, rows: viewport.rows))
      Placeholder.draw([StyledText(needed), StyledText(actual, .muted)], on: &canvas, in: context.layout.full)
    } else if let overlay = explorer.overlay, overlay.place == .screen {
      draw(overlay, in: context.layout.full, as: .overlay, isActive: true, on: &canvas, context)
    } else {
      drawTabs(on: &canvas, context)
      drawRules(on: &canvas, context)
      drawPages(on: &canvas, context)
      // A panel marks only its frame: a click beside it closes it.
      explorer.overlay?.draw(on: &canvas, in: context.layout.body, isActive: true, context)
      Footer(context).draw(on: &canvas)
    }
    return canvas.frame
  }

  private static func drawPages(on canvas: inout Canvas, _ context: RenderContext) {
    let (explorer, layout) = (context.explorer, context.layout)
    let isActive = explorer.overlay == nil
    guard layout.hasTwoPanes, !explorer.page.coversBody else {
      let rect = explorer.page.coversBody ? layout.body : layout.detail
      let target: HitTarget = explorer.page.hasPreview ? .list : .detail
      return draw(explorer.page, in: rect, as: target, isActive: isActive, on: &canvas, context)
    }
    if explorer.page.hasPreview {
      draw(explorer.page, in: layout.list, as: .list, isActive: isActive, on: &canvas, context)
      if let preview = explorer.preview { draw(preview, in: layout.detail, as: .detail, isActive: false, on: &canvas, context) }
    } else {
      draw(explorer.tab.root, in: layout.list, as: .list, isActive: false, on: &canvas, context)
      draw(explorer.page, in: layout.detail, as: .detail, isActive: isActive, on: &canvas, context)
    }
  }

  private static func draw(
    _ page: any Page, in rect: Rect, as target: HitTarget, isActive: Bool, on canvas: inout Canvas, _ context: RenderContext
  ) {
    canvas.mark(rect, as: target)
    page.draw(on: &canvas, in: rect, isActive: isActive, context)
  }

  private static func drawRules(on canvas: inout Canvas, _ context: RenderContext) {
    let layout = context.layout
    let divider = context.explorer.page.coversBody ? nil : layout.divider
    if let divider {
      for row in layout.body.row..<layout.body.row + layout.body.rows { canvas.put("│", .rule, column: divider, row: row, width: 1) }
    }
    for (index, row) in layout.rules.enumerated() {
      canvas.put(String(repeating: "─", count: layout.viewport.columns), .rule, column: 0, row: row, width: layout.viewport.columns)
      if let divider { canvas.put(index == 0 ? "┬" : "┴", .rule, column: divider, row: row, width: 1) }
    }
  }
}

/// The top row: the tabs and, on wide screens, the connection state. Where the tabs do not fit, only the open one is shown.
extension ExplorerScreen {
  /// A part of the row and the target of a click on it.
  private typealias Segment = (text: StyledText, target: HitTarget?)

  private static func drawTabs(on canvas: inout Canvas, _ context: RenderContext) {
    let (header, explorer) = (context.layout.header, context.explorer)
    func width(_ segments: [Segment]) -> Int { segments.reduce(0) { $0 + $1.text.columns } }
    // In a language whose tabs just fit, the star gives up the spaces around it.
    var tabs = tabs(explorer, isTight: false)
    if width(tabs) > header.columns { tabs = self.tabs(explorer, isTight: true) }
    let folded: [Segment] = [
      (StyledText(" ‹ ", .tab), .action(.previousTab)), (StyledText(explorer.title(of: explorer.tab), .tab), .tab(explorer.current)),
      (StyledText(" › ", .tab), .action(.nextTab)),
    ]
    // All tabs are worth more than the whole state.
    let needed = width(width(tabs) < header.columns ? tabs : folded)
    let state = context.layout.isWide ? ConnectionState.text(context, within: header.columns - needed - 3) : StyledText()
    let room = header.columns - (state.columns == 0 ? 0 : state.columns + 2)
    let named: [Segment] = [(StyledText(" HOLOCRON ", .title), nil)] + tabs
    var column = header.column
    for segment in [named, tabs].first(where: { width($0) <= room }) ?? folded {
      let used = canvas.put(segment.text, column: column, row: header.row, width: header.columns - column)
      if let target = segment.target { canvas.mark(Rect(column: column, row: header.row, columns: used, rows: 1), as: target) }
      column += used
    }
    ConnectionState.draw(state, on: &canvas, endingAt: header.columns - 1, row: header.row, context)
  }

  private static func tabs(_ explorer: Explorer, isTight: Bool) -> [Segment] {
    explorer.tabs.enumerated().flatMap { index, tab -> [Segment] in
      // A star for the favourites, so that all tabs fit.
      let text = tab.content != .favourites ? " \(explorer.title(of: tab)) " : isTight ? "★" : " ★ "
      let title: Segment = (StyledText(text, index == explorer.current ? .tab : .text), .tab(index))
      // A separator divides the kinds from search and status.
      return tab.content == .search ? [(StyledText("│", .rule), nil), title] : [title]
    }
  }
}

extension Explorer {
  /// Returns the title of a tab: `People`.
  func title(of tab: Tab) -> String {
    switch tab.content {
    case .kind(let kind): settings.language.title(of: kind) ?? kinds[kind]?.title ?? kind.text
    case .search: settings.language.say(Phrase.search)
    case .status: settings.language.say(Phrase.status)
    case .favourites: settings.language.say(Phrase.favourites)
    }
  }
}

/// What a page needs to draw itself.
struct RenderContext {
  let explorer: Explorer
  let now: Moment
  let keys: KeyMap

  init(_ explorer: Explorer, at now: Moment, keys: KeyMap = .standard) { (self.explorer, self.now, self.keys) = (explorer, now, keys) }

  var language: any Language { explorer.settings.language }
  var wording: Wording { explorer.settings.wording }
  var kinds: Kinds { explorer.kinds }
  var records: RecordStore { explorer.records }
  var layout: ScreenLayout { explorer.layout }
  var names: ReferenceWording { ReferenceWording(records, kinds, wording) }

  /// Returns the key that the page shows for an action, also below an overlay.
  func pageHint(for action: Action) -> String? { keys.hint(for: action, isTyping: explorer.page.isTyping) }
}
