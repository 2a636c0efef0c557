public import Localization
public import Models
import Text

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
    var lines: [String] = []
    func center(_ text: String) {
      lines += text.printable.wrapped(to: measure).map { Self.trimmed($0.padded(to: measure, .center)) }
    }
    if let heading = Self.heading(of: film, in: language) {
      center(heading)
      lines.append("")
    }
    center(film.name.uppercased())
    for paragraph in film.openingCrawl {
      lines.append("")
      lines += paragraph.printable.justified(to: measure)
    }
    self.lines = lines
    self.columns = measure
  }

  /// Returns the line above the title, such as `Episode IV`; `nil` if the film has no episode number.
  public static func heading(of film: Record, in language: any Language) -> String? {
    guard let episode = film.episode.map({ RomanNumeral.text($0) ?? String($0) }) else { return nil }
    return "\(language.label(of: "episode", in: .films) ?? "Episode") \(episode)"
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}

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
