import Text

/// One frame of a crawl that scrolls up the screen without perspective.
public struct CrawlFrame: Sendable, Hashable {
  /// Brightness of a line, which fades from bright at the bottom to faint at the top.
  public enum Tone: Sendable, Hashable {
    case bright, normal, faint
  }

  /// The text of a screen row and its brightness; empty text is a blank row.
  public struct Line: Sendable, Hashable {
    public let text: String
    public let tone: Tone
  }

  /// One line per screen row.
  public let lines: [Line]
  /// Whether the last line has left the screen.
  public let isOver: Bool

  /// Creates the frame for a scroll offset. `risen` is the number of rows scrolled since the first line was just below the screen.
  public init(_ crawl: CrawlText, risen: Int, rows: Int, columns: Int) {
    let indent = String(repeating: " ", count: max(0, (columns - crawl.columns) / 2))
    lines = (0..<max(0, rows)).map { row in
      let index = row - rows + risen
      guard crawl.lines.indices.contains(index), !crawl.lines[index].isEmpty else { return Line(text: "", tone: .normal) }
      let tone: Tone = row < rows / 6 ? .faint : row < rows / 2 ? .normal : .bright
      return Line(text: (indent + crawl.lines[index]).truncated(to: columns), tone: tone)
    }
    isOver = risen >= rows + crawl.lines.count
  }
}
