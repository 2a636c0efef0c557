import Localization

/// The values that a page needs to draw itself, in addition to its own state.
struct RenderContext {
  let explorer: Explorer
  let now: Moment
  let keys: KeyMap
  let columnWidths: ColumnWidthCache

  init(_ explorer: Explorer, at now: Moment, keys: KeyMap = .standard, columnWidths: ColumnWidthCache = ColumnWidthCache()) {
    self.explorer = explorer
    self.now = now
    self.keys = keys
    self.columnWidths = columnWidths
  }

  var language: any Language { explorer.settings.language }
  var cache: RecordCache { explorer.cache }
  var layout: ScreenLayout { explorer.layout }
}
