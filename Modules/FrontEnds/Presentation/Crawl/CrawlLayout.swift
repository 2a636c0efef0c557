public import Localization
public import Models
import Text

/// Layout of a crawl on a screen: in perspective if the screen is large enough, otherwise flat, or still if motion is disabled.
public struct CrawlLayout: Sendable, Hashable {
  /// The text of a screen row, its first column and its brightness.
  public struct Line: Sendable, Hashable {
    public let column: Int
    public let text: String
    public let tone: CrawlFrame.Tone
  }

  /// How the text is shown: all at once, scrolling, or scrolling in perspective.
  public enum Mode: Sendable, Hashable {
    case still, flat, perspective
  }

  public let mode: Mode
  private let text: CrawlText
  private let columns, rows: Int
  private let view: CrawlPerspective

  /// Lays out the crawl of `film`, leaving the last screen row for key hints. `language` is that of ``CrawlText/init(_:columns:language:)``.
  public init(_ film: Film, _ viewport: Viewport, isStill: Bool, language: any Language = English()) {
    columns = viewport.columns
    rows = max(1, viewport.rows - 1)
    mode = isStill ? .still : viewport.columns >= 80 && viewport.rows >= 24 ? .perspective : .flat
    view = CrawlPerspective(columns: columns, rows: rows)
    text = CrawlText(film, columns: mode == .perspective ? view.measure : columns - 4, language: language)
  }

  /// Scroll step in lines and the interval between steps, roughly at reading speed.
  public var pace: (lines: Double, interval: Duration) {
    switch mode {
    case .still: (0, .seconds(1))
    case .flat: (1, .milliseconds(600))
    case .perspective: (0.125, .milliseconds(100))
    }
  }

  /// Initial scroll offset.
  public var first: Double { mode == .still ? 0 : 1 }
  /// Largest offset for manual scrolling, at which the last line is still visible.
  public var last: Double {
    switch mode {
    case .still: Double(max(0, text.lines.count - rows))
    case .flat, .perspective: max(first, end.rounded(.up) - 1)
    }
  }
  /// Offset at which the last line has left the screen.
  public var end: Double {
    switch mode {
    case .still: .infinity
    case .flat: Double(rows + text.lines.count)
    case .perspective: view.depth + Double(text.lines.count)
    }
  }

  /// Returns one line per screen row, from the top, including empty lines.
  public func lines(risen: Double) -> [Line] {
    switch mode {
    case .still: stillLines(from: Int(risen))
    case .flat:
      CrawlFrame(text, risen: Int(risen), rows: rows, columns: columns).lines.map { Line(column: 0, text: $0.text, tone: $0.tone) }
    case .perspective: view.lines(of: text, risen: risen)
    }
  }

  private func stillLines(from top: Int) -> [Line] {
    let column = max(0, (columns - text.columns) / 2)
    // A text shorter than the screen is centred vertically.
    let above = max(0, (rows - text.lines.count) / 2)
    return (0..<rows).map { row in
      let index = row - above + top
      let line = text.lines.indices.contains(index) ? text.lines[index] : ""
      return Line(column: column, text: line.truncated(to: max(0, columns - column)), tone: .normal)
    }
  }
}
