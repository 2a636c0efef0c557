/// Screen size in character cells.
public struct Viewport: Sendable, Hashable {
  public var columns, rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
