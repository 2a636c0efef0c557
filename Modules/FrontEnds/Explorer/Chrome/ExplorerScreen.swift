import Presentation

/// A whole screen: tabs, the pages in their panes, what lies over them, and the line of hints.
public enum ExplorerScreen {
  /// Pure: the same explorer at the same moment gives the same frame; `memory` of earlier ones only spares work. `keys` are named in the hints.
  public static func frame(
    of explorer: Explorer, at now: Moment, keys: KeyMap = .standard, memory: ColumnMemory = ColumnMemory()
  ) -> Frame {
    let scene = Scene(explorer, at: now, keys: keys, memory: memory)
    var canvas = Canvas(scene.layout.viewport, theme: explorer.look.theme)
    if scene.layout.isTooSmall {
      TooSmallNotice.draw(on: &canvas, scene)
    } else if case .crawl(let crawl) = explorer.overlay {
      // It has the screen for itself.
      draw(crawl, in: scene.layout.whole, as: .overlay, isActive: true, on: &canvas, scene)
    } else {
      TabBar.draw(on: &canvas, scene)
      drawRules(on: &canvas, scene)
      drawPages(on: &canvas, scene)
      if let overlay = explorer.overlay {
        draw(overlay.model, in: scene.layout.body, as: .overlay, isActive: true, on: &canvas, scene)
      }
      Footer.draw(on: &canvas, scene)
    }
    return canvas.frame
  }

  private static func drawPages(on canvas: inout Canvas, _ scene: Scene) {
    let (explorer, layout) = (scene.explorer, scene.layout)
    let isActive = explorer.overlay == nil
    guard layout.isWide, !explorer.page.isWhole else {
      let rect = explorer.page.isWhole ? layout.body : layout.detail
      let spot: Spot = explorer.page.hasPreview ? .list : .detail
      return draw(explorer.page.model, in: rect, as: spot, isActive: isActive, on: &canvas, scene)
    }
    if explorer.page.hasPreview {
      draw(explorer.page.model, in: layout.list, as: .list, isActive: isActive, on: &canvas, scene)
      if let preview = explorer.preview { draw(preview, in: layout.detail, as: .detail, isActive: false, on: &canvas, scene) }
    } else {
      draw(explorer.tab.root.model, in: layout.list, as: .list, isActive: false, on: &canvas, scene)
      draw(explorer.page.model, in: layout.detail, as: .detail, isActive: isActive, on: &canvas, scene)
    }
  }

  private static func draw(
    _ model: any PageModel, in rect: Rect, as spot: Spot, isActive: Bool, on canvas: inout Canvas, _ scene: Scene
  ) {
    canvas.mark(rect, as: spot)
    model.draw(on: &canvas, in: rect, isActive: isActive, scene)
  }

  private static func drawRules(on canvas: inout Canvas, _ scene: Scene) {
    let layout = scene.layout
    let divider = scene.explorer.page.isWhole ? nil : layout.divider
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
