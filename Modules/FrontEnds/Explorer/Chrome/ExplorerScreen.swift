import Presentation

/// The whole screen: tab bar, pages in their panes, overlay and footer.
public enum ExplorerScreen {
  /// Draws `explorer` as of `now`. Pure: `columnWidths` caches measurements between frames and does not change the result. `keys` appear in
  /// the hints.
  public static func frame(
    of explorer: Explorer, at now: Moment, keys: KeyMap = .standard, columnWidths: ColumnWidthCache = ColumnWidthCache()
  ) -> Frame {
    let context = RenderContext(explorer, at: now, keys: keys, columnWidths: columnWidths)
    var canvas = Canvas(context.layout.viewport, theme: explorer.settings.theme)
    if context.layout.isTooSmall {
      TooSmallNotice.draw(on: &canvas, context)
    } else if case .crawl(let crawl) = explorer.overlay {
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
