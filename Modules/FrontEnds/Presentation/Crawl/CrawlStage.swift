public import Models
import TerminalText

/// The text of a crawl on a screen of some size: in perspective where there is room, else flat, or still where nothing may move.
public struct CrawlStage: Sendable, Hashable {
  public struct Line: Sendable, Hashable {
    public let column: Int
    public let text: String
    public let tone: CrawlFrame.Tone
  }

  public enum Form: Sendable, Hashable {
    case still, flat, perspective
  }

  public let form: Form
  private let text: CrawlText
  private let columns, rows: Int
  private let view: CrawlPerspective

  /// The lowest row of the screen is left for what keys do.
  public init(_ film: Film, _ viewport: Viewport, isStill: Bool) {
    columns = viewport.columns
    rows = max(1, viewport.rows - 1)
    form = isStill ? .still : viewport.columns >= 80 && viewport.rows >= 24 ? .perspective : .flat
    view = CrawlPerspective(columns: columns, rows: rows)
    text = CrawlText(film, columns: form == .perspective ? view.measure : columns - 4)
  }

  /// How far the text rises at a time: about as fast as people read.
  public var pace: (lines: Double, interval: Duration) {
    switch form {
    case .still: (0, .seconds(1))
    case .flat: (1, .milliseconds(600))
    case .perspective: (0.125, .milliseconds(100))
    }
  }

  /// Where it begins.
  public var first: Double { form == .still ? 0 : 1 }
  /// The farthest it can be moved by hand: the last line is still to be seen.
  public var last: Double {
    switch form {
    case .still: Double(max(0, text.lines.count - rows))
    case .flat, .perspective: max(first, end.rounded(.up) - 1)
    }
  }
  /// The last line has left the screen.
  public var end: Double {
    switch form {
    case .still: .infinity
    case .flat: Double(rows + text.lines.count)
    case .perspective: view.depth + Double(text.lines.count)
    }
  }

  /// One line a row of the screen, from the top; empty ones included.
  public func lines(risen: Double) -> [Line] {
    switch form {
    case .still: stillLines(from: Int(risen))
    case .flat:
      CrawlFrame(text, risen: Int(risen), rows: rows, columns: columns).lines.map { Line(column: 0, text: $0.text, tone: $0.tone) }
    case .perspective: view.lines(of: text, risen: risen)
    }
  }

  private func stillLines(from top: Int) -> [Line] {
    let column = max(0, (columns - text.columns) / 2)
    // A text that is lower than the screen stands in its middle.
    let above = max(0, (rows - text.lines.count) / 2)
    return (0..<rows).map { row in
      let index = row - above + top
      let line = text.lines.indices.contains(index) ? text.lines[index] : ""
      return Line(column: column, text: line.fitted(to: max(0, columns - column)), tone: .normal)
    }
  }
}
