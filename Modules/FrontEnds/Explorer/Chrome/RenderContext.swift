public import Localization

/// The values that a page needs to draw itself, in addition to its own state.
public struct RenderContext {
  public let explorer: Explorer
  public let now: Moment
  public let keys: KeyMap
  public let columnWidths: ColumnWidthCache

  public init(_ explorer: Explorer, at now: Moment, keys: KeyMap = .standard, columnWidths: ColumnWidthCache = ColumnWidthCache()) {
    self.explorer = explorer
    self.now = now
    self.keys = keys
    self.columnWidths = columnWidths
  }

  public var language: any Language { explorer.settings.language }
  public var cache: RecordCache { explorer.cache }
  public var layout: ScreenLayout { explorer.layout }
}
