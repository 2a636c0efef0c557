public import Text

/// Table for people.
public struct Table: Sendable, Hashable {
  /// A column and how it shares the width of the table.
  public struct Column: Sendable, Hashable {
    public let title: String
    public var alignment: Alignment
    /// Order in which columns shrink and disappear if the table is too wide: highest first, 0 last.
    public var expendability: Int
    /// Minimum width; the column is omitted rather than made narrower.
    public var minimum: Int
    /// Whether the column shrinks to its minimum to keep a more expendable one that cannot shrink.
    public var yields = false

    public init(_ title: String, _ alignment: Alignment = .leading, expendability: Int = 1, minimum: Int = 6) {
      self.title = title.printable
      self.alignment = alignment
      self.expendability = expendability
      self.minimum = minimum
    }
  }

  public var columns: [Column]
  /// Each row has a cell for every column.
  public var rows: [[StyledText]]
  /// The same rows with shorter texts, for where ``rows`` do not fit.
  public var shortRows: [[StyledText]]?

  public init(_ columns: [Column], rows: [[StyledText]], shortRows: [[StyledText]]? = nil) {
    self.columns = columns
    self.rows = rows
    self.shortRows = shortRows
  }
}
