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

  /// Returns the key that the page shows for an action; while the text of the page is edited, a key that types no text. The keys stay the same
  /// below an overlay, although the overlay takes the input.
  func pageHint(for action: Action) -> String? {
    explorer.page.model.isTyping ? keys.typingHint(for: action) : keys.hint(for: action)
  }
}
