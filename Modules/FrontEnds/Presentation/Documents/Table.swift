public import TerminalText

/// Rows and columns for people to read.
public struct Table: Sendable, Hashable {
  public struct Column: Sendable, Hashable {
    public let title: String
    public var alignment: Alignment
    /// Where room is short, the columns of the highest number give way first; column 0 goes last.
    public var expendability: Int
    /// It is left out rather than made narrower than this.
    public var minimum: Int

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

  public init(_ columns: [Column], rows: [[StyledText]]) {
    self.columns = columns
    self.rows = rows
  }
}
