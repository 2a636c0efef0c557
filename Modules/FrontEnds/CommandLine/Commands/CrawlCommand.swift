import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// `holocron crawl IV`: shows the opening crawl of a film.
struct CrawlCommand: Command {
  let name = "crawl"
  let group = CommandGroup.catalogue
  let summary = "Show the opening crawl of a film"
  let usage = ["EPISODE [--still]"]
  let details = [
    "EPISODE is a number (4), a Roman numeral (IV) or a part of the title (empire). On a terminal the text scrolls as in the cinema: "
      + "space pauses, q or Ctrl-C quits. With --still, the text is printed at once. In a pipe, each paragraph is one line.",
    "The embedded catalogue has crawls of its own, not the texts of the films. Other origins show theirs.",
  ]
  let examples = [
    Example("holocron crawl IV", "scrolling, as in the cinema"),
    Example("holocron crawl empire --still", "as text"),
  ]
  static let still = Flag("still", "Print the text at once instead of scrolling")
  let options = [still.definition]
  let takesText = true
  let operands = 1...Int.max

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let (record, film) = try await film(arguments.operands.joined(separator: " "), context)
    let surface = context.terminal.output
    let language = try context.wording().language
    guard surface.isTerminal, !context.isFormatChosen else {
      context.show(Self.document(record, film, language))
      return .success
    }
    if !arguments[Self.still], let rows = context.terminal.rows {
      try FullScreen.check(context.environment, orUse: "--still")
      await CrawlPlayer(film: film, language: language, painter: surface.painter).play(columns: surface.columns ?? 80, rows: rows)
      return .success
    }
    let text = CrawlText(film, columns: surface.columns ?? CrawlText.widest, language: language)
    let indent = String(repeating: " ", count: max(0, ((surface.columns ?? 0) - text.columns) / 2))
    context.print(text.lines.map { "\($0.isEmpty ? "" : surface.painter.paint(indent + $0, .accent))\n" }.joined())
    return .success
  }

  /// Returns the film with the given episode number, or else the film with a matching title. Throws if no title matches, or several do.
  private func film(_ text: String, _ context: Context) async throws(Problem) -> (Record, Film) {
    let page = try await context.repository.list(ListRequest(Film.kind, .all)).page
    var films: [(record: Record, film: Film)] = []
    for item in page.items {
      let record = try Record(received: item, kinds: context.kinds)
      if let film = record.as(Film.self) { films.append((record, film)) }
    }
    if let found = films.first(where: { Self.matches($0.film.episode, text) }) { return found }
    let entries = films.map { NameIndex.Entry($0.record.reference, $0.record.name) }
    switch NameIndex(entries).find(text) {
    case .found(let entry): if let found = films.first(where: { $0.record.reference == entry.reference }) { return found }
    case .ambiguous(let matches): throw .ambiguous(text.shortened, matches)
    case .unknown: break
    }
    let available = films.map { "\($0.film.episode.roman ?? "?") \($0.record.name)" }
    throw Problem(
      404, "not found", detail: "no film matches \(text.quoted) (available: \(available.joined(separator: ", ")))",
      type: ProblemType.notFound
    ).marked(.unknownFilm, text, among: available)
  }

  /// Whether `text` is the number of `episode`: `4`, `iv` and `IV` match episode 4.
  static func matches(_ episode: Episode, _ text: String) -> Bool {
    guard let number = episode.number else { return false }
    return Int(text) == number || text.uppercased() == episode.roman
  }

  private static func document(_ record: Record, _ film: Film, _ language: any Language) -> ReportDocument {
    let paragraphs = film.openingCrawl.paragraphs.map { $0.joined(separator: " ") }
    let episode = film.episode.number.map { JSON.number($0) } ?? .null
    return ReportDocument(
      [
        .title(film.title.text ?? record.name, aside: CrawlText.heading(of: film, in: language) ?? ""),
        .prose(paragraphs.map(\.printable)),
      ],
      json: [
        "kind": .string(record.reference.kind.text), "id": .number(record.reference.id), "episode": episode, "title": .string(record.name),
        "crawl": .array(paragraphs.map { .string($0) }),
      ])
  }
}
