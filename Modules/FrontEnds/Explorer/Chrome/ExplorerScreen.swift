import Localization
import Models
import Presentation
import Text

/// The whole screen: tab bar, pages in their panes, overlay and footer.
public enum ExplorerScreen {
  /// Draws `explorer` as of `now`. `keys` appear in the hints.
  public static func frame(of explorer: Explorer, at now: Moment, keys: KeyMap = .standard) -> Frame {
    let context = RenderContext(explorer, at: now, keys: keys)
    var canvas = Canvas(context.layout.viewport, theme: explorer.settings.theme)
    if context.layout.isTooSmall {
      TooSmallNotice.draw(on: &canvas, context)
    } else if case .crawl(let crawl)? = explorer.overlay {
      // The crawl uses the whole screen.
      draw(crawl, in: context.layout.full, as: .overlay, isActive: true, on: &canvas, context)
    } else {
      TabBar.draw(on: &canvas, context)
      drawRules(on: &canvas, context)
      drawPages(on: &canvas, context)
      // A panel marks only its frame: a click beside it closes it.
      explorer.overlay?.model.draw(on: &canvas, in: context.layout.body, isActive: true, context)
      Footer.draw(on: &canvas, context)
    }
    return canvas.frame
  }

  private static func drawPages(on canvas: inout Canvas, _ context: RenderContext) {
    let (explorer, layout) = (context.explorer, context.layout)
    let isActive = explorer.overlay == nil
    guard layout.hasTwoPanes, !explorer.page.coversBody else {
      let rect = explorer.page.coversBody ? layout.body : layout.detail
      let target: HitTarget = explorer.page.hasPreview ? .list : .detail
      return draw(explorer.page.model, in: rect, as: target, isActive: isActive, on: &canvas, context)
    }
    if explorer.page.hasPreview {
      draw(explorer.page.model, in: layout.list, as: .list, isActive: isActive, on: &canvas, context)
      if let preview = explorer.preview { draw(preview, in: layout.detail, as: .detail, isActive: false, on: &canvas, context) }
      if isActive, case .search(let model) = explorer.page { SearchTitle(model, context).drawAcross(on: &canvas) }
    } else {
      draw(explorer.tab.root.model, in: layout.list, as: .list, isActive: false, on: &canvas, context)
      draw(explorer.page.model, in: layout.detail, as: .detail, isActive: isActive, on: &canvas, context)
    }
  }

  private static func draw(
    _ model: any PageModel, in rect: Rect, as target: HitTarget, isActive: Bool, on canvas: inout Canvas, _ context: RenderContext
  ) {
    canvas.mark(rect, as: target)
    model.draw(on: &canvas, in: rect, isActive: isActive, context)
  }

  private static func drawRules(on canvas: inout Canvas, _ context: RenderContext) {
    let layout = context.layout
    let divider = context.explorer.page.coversBody ? nil : layout.divider
    if let divider {
      for row in layout.body.row..<layout.body.row + layout.body.rows { canvas.put("│", .rule, column: divider, row: row, width: 1) }
    }
    for (index, row) in layout.rules.enumerated() {
      var line = Array(repeating: Character("─"), count: layout.viewport.columns)
      if let divider, line.indices.contains(divider) { line[divider] = index == 0 ? "┬" : "┴" }
      canvas.put(String(line), .rule, column: 0, row: row, width: layout.viewport.columns)
    }
  }
}

/// The values that a page needs to draw itself, in addition to its own state.
struct RenderContext {
  let explorer: Explorer
  let now: Moment
  let keys: KeyMap

  init(_ explorer: Explorer, at now: Moment, keys: KeyMap = .standard) {
    self.explorer = explorer
    self.now = now
    self.keys = keys
  }

  var language: any Language { explorer.settings.language }
  var wording: Wording { explorer.settings.wording }
  var kinds: Kinds { explorer.kinds }
  var records: RecordStore { explorer.records }
  var layout: ScreenLayout { explorer.layout }
  var names: ReferenceWording { ReferenceWording(records, kinds, wording) }

  /// Returns the key that the page shows for an action; while the text of the page is edited, a key that types no text. The keys stay the same
  /// below an overlay, although the overlay takes the input.
  func pageHint(for action: Action) -> String? {
    explorer.page.model.isTyping ? keys.typingHint(for: action) : keys.hint(for: action)
  }
}

/// The top row: the tabs and, on wide screens, the connection state. Where the tabs do not fit, only the open one is shown.
enum TabBar {
  static func draw(on canvas: inout Canvas, _ context: RenderContext) {
    let header = context.layout.header
    // In a language whose tabs just fit, the star gives up the spaces around it.
    let roomy = segments(context)
    let tabs = roomy.reduce(0) { $0 + $1.text.columns } <= header.columns ? roomy : segments(context, isTight: true)
    let brand: Segment = (StyledText(" HOLOCRON ", .title), nil)
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
  private typealias Segment = (text: StyledText, target: HitTarget?)

  private static func segments(_ context: RenderContext, isTight: Bool = false) -> [Segment] {
    let explorer = context.explorer
    return explorer.tabs.indices.flatMap { index -> [Segment] in
      let isOpen = index == explorer.current
      let space = isTight && explorer.tabs[index].content == .favourites ? "" : " "
      let text = space + explorer.shortTitle(of: explorer.tabs[index]) + space
      let title: Segment = (StyledText(text, isOpen ? .tab : .text), .tab(index))
      // A separator divides the kinds from search and status.
      return explorer.tabs[index].content == .search ? [(StyledText("│", .rule), nil), title] : [title]
    }
  }

  /// Returns the open tab alone, with arrows for its neighbours: `‹ People ›`.
  private static func folded(_ context: RenderContext) -> [Segment] {
    let explorer = context.explorer
    return [
      (StyledText(" ‹ ", .tab), .action(.previousTab)),
      (StyledText(explorer.title(of: explorer.tab), .tab), .tab(explorer.current)),
      (StyledText(" › ", .tab), .action(.nextTab)),
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

/// The notice shown when the screen is smaller than ``ScreenLayout/minimumSize``.
enum TooSmallNotice {
  static func draw(on canvas: inout Canvas, _ context: RenderContext) {
    let viewport = context.layout.viewport
    let minimum = ScreenLayout.minimumSize
    guard viewport.columns > 0, viewport.rows > 0 else { return }
    let needed = context.language.say(.tooSmall(columns: minimum.columns, rows: minimum.rows)).wrapped(to: viewport.columns)
    let actual = context.language.say(.size(columns: viewport.columns, rows: viewport.rows)).wrapped(to: viewport.columns)
    let lines = needed.map { ($0, Role.text) } + actual.map { ($0, Role.muted) }
    let top = max(0, (viewport.rows - lines.count) / 2)
    for (index, line) in lines.prefix(viewport.rows).enumerated() {
      let column = max(0, (viewport.columns - line.0.columns) / 2)
      canvas.put(line.0, line.1, column: column, row: top + index, width: viewport.columns - column)
    }
  }
}
