public import Localization
public import Models
import Text

/// Layout of a crawl on a screen: in perspective if the screen is large enough, otherwise flat, or still if motion is disabled.
public struct CrawlLayout: Sendable, Hashable {
  /// The text of a screen row, its first column, and the role for its brightness.
  public struct Line: Sendable, Hashable {
    public var column = 0
    public var text = ""
    public var role = Role.accent
  }

  /// How the text is shown: all at once, scrolling, or scrolling in perspective.
  enum Mode: Sendable, Hashable {
    case still, flat, perspective
  }

  let mode: Mode
  private let text: CrawlText
  private let columns, rows: Int
  private let view: CrawlPerspective

  /// Lays out the crawl of `film`, leaving the last screen row for key hints. `language` is that of ``CrawlText/init(_:columns:language:)``.
  public init(_ film: Record, _ viewport: Viewport, isStill: Bool, language: any Language = English()) {
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
  public var last: Double { mode == .still ? Double(max(0, text.lines.count - rows)) : max(first, end.rounded(.up) - 1) }
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
    guard mode != .perspective else { return view.lines(of: text, risen: risen) }
    let column = max(0, (columns - text.columns) / 2)
    // A still text shorter than the screen is centred vertically.
    let top = mode == .still ? Int(risen) - max(0, (rows - text.lines.count) / 2) : Int(risen) - rows
    return (0..<rows).map { row in
      guard text.lines.indices.contains(row + top), !text.lines[row + top].isEmpty else { return Line() }
      let line = text.lines[row + top]
      if mode == .still { return Line(column: column, text: line.truncated(to: max(0, columns - column))) }
      let indent = String(repeating: " ", count: column)
      return Line(text: (indent + line).truncated(to: columns), role: Self.role(ofRow: row, of: rows))
    }
  }

  /// Moving text fades from bright at the bottom to faint at the top.
  fileprivate static func role(ofRow row: Int, of rows: Int) -> Role { row < rows / 6 ? .muted : row < rows / 2 ? .accent : .crawl }
}

/// Perspective projection of the crawl: lines are wide and far apart at the bottom of the screen, narrower and closer together at the top.
///
/// A line at depth `d` (in lines, 0 at the bottom edge) is `height · near / (near + d)` rows below the horizon, which is above the screen,
/// and its width is scaled by the same factor. `near` and `height` are chosen so that lines are one row apart at the top, where no two may
/// share a row; at the bottom they are two rows apart.
struct CrawlPerspective: Sendable, Hashable {
  /// Width at the top as a fraction of the width at the bottom.
  private static let narrowing = 0.7
  /// Maximum width of the text at the bottom, in columns; lines at the top then have a comfortable length.
  private static let widest = 72

  let columns, rows: Int
  /// Number of rows from the horizon to the bottom edge.
  private let height: Double
  private let near: Double
  private let bottomWidth: Double

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    height = Double(rows) / (1 - Self.narrowing)
    near = height * Self.narrowing * Self.narrowing
    bottomWidth = Double(min(Self.widest, columns - 8))
  }

  /// Line length for typesetting the text: its width at the top. Further down, the gaps between words are widened.
  var measure: Int { Int(bottomWidth * Self.narrowing) }

  /// Number of lines between the bottom and the top edge.
  var depth: Double { near * (1 / Self.narrowing - 1) }

  func lines(of text: CrawlText, risen: Double) -> [CrawlLayout.Line] {
    var lines = [CrawlLayout.Line](repeating: .init(), count: rows)
    for (index, line) in text.lines.enumerated() where !line.isEmpty {
      let lineDepth = risen - Double(index) - 1
      guard lineDepth >= 0, lineDepth < depth else { continue }
      let scale = near / (near + lineDepth)
      let row = rows - 1 - Int(height * (1 - scale))
      guard lines.indices.contains(row) else { continue }
      lines[row] = spread(line, scale, measure: text.columns, role: CrawlLayout.role(ofRow: row, of: rows))
    }
    return lines
  }

  /// Returns the line spread to its width at `scale`. Centred headings stay centred; other lines keep their fraction of the measure.
  private func spread(_ line: String, _ scale: Double, measure: Int, role: Role) -> CrawlLayout.Line {
    let width = bottomWidth * scale
    let growth = width / Double(max(1, measure))
    let indent = line.prefix { $0 == " " }.count
    let words = String(line.dropFirst(indent))
    let isHeading = indent > 0
    let wanted = isHeading ? words.columns : Int((Double(words.columns) * growth).rounded())
    let set = words.spread(to: wanted)
    let left = isHeading ? Double(columns - set.columns) / 2 : (Double(columns) - width) / 2
    return CrawlLayout.Line(column: max(0, Int(left.rounded())), text: set, role: role)
  }
}

/// Opening crawl of a film, typeset for a screen: centred headings and justified paragraphs.
public struct CrawlText: Sendable, Hashable {
  /// Maximum line length in columns; longer lines are hard to read while they move.
  public static let widest = 60

  public let lines: [String]
  public let columns: Int

  /// Typesets the crawl of `film` with lines of `columns`, clamped to 16 through ``widest``. The text is the origin's; `language` only
  /// affects the word before the episode number.
  public init(_ film: Record, columns: Int, language: any Language = English()) {
    let measure = min(max(16, columns), Self.widest)
    func centered(_ text: String) -> [String] {
      text.printable.wrapped(to: measure).map { String($0.padded(to: measure, .center).reversed().drop { $0 == " " }.reversed()) }
    }
    var lines = Self.heading(of: film, in: language).map { centered($0) + [""] } ?? []
    lines += centered(film.name.uppercased())
    for paragraph in film.openingCrawl { lines += [""] + paragraph.printable.justified(to: measure) }
    (self.lines, self.columns) = (lines, measure)
  }

  /// Returns the line above the title, such as `Episode IV`; `nil` if the film has no episode number.
  public static func heading(of film: Record, in language: any Language) -> String? {
    guard let episode = film.episode.map({ RomanNumeral.text($0) ?? String($0) }) else { return nil }
    return "\(language.label(of: "episode", in: .films) ?? "Episode") \(episode)"
  }
}
