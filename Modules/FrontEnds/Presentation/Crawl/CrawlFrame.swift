import TerminalText

/// One moment of a crawl that rises through a screen.
public struct CrawlFrame: Sendable, Hashable {
  /// How the text looks at that height: it comes in bright and fades towards the top.
  public enum Tone: Sendable, Hashable {
    case bright, normal, faint
  }

  public struct Line: Sendable, Hashable {
    public let text: String
    public let tone: Tone
  }

  /// Exactly as many as the screen has rows.
  public let lines: [Line]
  /// The last line has left the screen.
  public let isOver: Bool

  /// `risen` counts the rows that the text has risen since its first line was below the screen.
  public init(_ crawl: CrawlText, risen: Int, rows: Int, columns: Int) {
    let indent = String(repeating: " ", count: max(0, (columns - crawl.columns) / 2))
    lines = (0..<max(0, rows)).map { row in
      let index = row - rows + risen
      guard crawl.lines.indices.contains(index), !crawl.lines[index].isEmpty else { return Line(text: "", tone: .normal) }
      let tone: Tone = row < rows / 6 ? .faint : row < rows / 2 ? .normal : .bright
      return Line(text: (indent + crawl.lines[index]).fitted(to: columns), tone: tone)
    }
    isOver = risen >= rows + crawl.lines.count
  }
}
