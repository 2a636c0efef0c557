public import Localization
public import Models
import TerminalText

/// The opening crawl of a film, set for a screen: centred headings, justified paragraphs.
public struct CrawlText: Sendable, Hashable {
  /// The widest measure; longer lines are hard to read while they move.
  public static let widest = 60

  public let lines: [String]
  public let columns: Int

  /// `columns` is the measure to set the text in; it is kept between 16 and ``widest``. The text is the origin's; the word before the number
  /// of the episode is that of `language`.
  public init(_ film: Film, columns: Int, language: any Language = English()) {
    let measure = min(max(16, columns), Self.widest)
    var lines: [String] = []
    func center(_ text: String) {
      lines += text.printable.wrapped(to: measure).map { Self.trimmed($0.padded(to: measure, .center)) }
    }
    if let episode = film.episode.roman ?? film.episode.number.map(String.init) {
      center("\(language.label(of: "episode", in: Film.kind) ?? "Episode") \(episode)")
      lines.append("")
    }
    center((film.title.text ?? "").uppercased())
    for paragraph in film.openingCrawl.paragraphs {
      lines.append("")
      lines += paragraph.joined(separator: " ").printable.justified(to: measure)
    }
    self.lines = lines
    self.columns = measure
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
