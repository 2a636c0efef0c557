import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron crawl IV`: shows the opening crawl of a film.
struct CrawlCommand: Command {
  let name = "crawl"
  let summary = "Show the opening crawl of a film"
  let usage = ["EPISODE [--still]"]
  let details = [
    "EPISODE is a number (4), a Roman numeral (IV) or a part of the title (empire). On a terminal the text scrolls as in the cinema: "
      + "space pauses, q or Ctrl-C quits. With --still, the text is printed at once. In a pipe, each paragraph is one line.",
    "The embedded catalogue has crawls of its own, not the texts of the films. Other origins show theirs.",
  ]
  let examples: [HelpRow] = [
    ("holocron crawl IV", "scrolling, as in the cinema"),
    ("holocron crawl empire --still", "as text"),
  ]
  static let still = Flag("still", "Print the text at once instead of scrolling")
  let options = [still.definition]
  let takesText = true
  let operands = 1...Int.max

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let film = try await film(arguments.operands.joined(separator: " "), context)
    let surface = context.terminal.output
    let language = try context.wording().language
    guard surface.isTerminal, !context.isFormatChosen else {
      context.show(Self.document(film, language))
      return .success
    }
    if !arguments[Self.still], let rows = context.terminal.rows {
      try FullScreen.check(context.environment, orUse: "--still")
      let screen = FullScreen()
      defer { screen.leave() }
      await screen.play(film, in: language, surface.painter, columns: surface.columns ?? 80, rows: rows)
      return .success
    }
    let text = CrawlText(film, columns: surface.columns ?? CrawlText.widest, language: language)
    let indent = String(repeating: " ", count: max(0, ((surface.columns ?? 0) - text.columns) / 2))
    context.print(text.lines.map { "\($0.isEmpty ? "" : surface.painter.paint(indent + $0, .accent))\n" }.joined())
    return .success
  }

  /// Returns the film with the given episode number, or else the film with a matching title. Throws if no title matches, or several do.
  private func film(_ text: String, _ context: Context) async throws(Problem) -> Record {
    let page = try await context.repository.list(ListRequest(.films, .all)).page
    let films = try page.items.map { item throws(Problem) in try Record(received: item, kinds: context.kinds) }
    // 4, iv and IV are episode 4.
    if let number = Int(text) ?? RomanNumeral.number(text.uppercased()), let film = films.first(where: { $0.episode == number }) {
      return film
    }
    switch NameIndex(films.map { NameIndex.Entry($0.reference, $0.name) }).find(text) {
    case .found(let entry): if let film = films.first(where: { $0.reference == entry.reference }) { return film }
    case .ambiguous(let matches): throw .ambiguous(text.shortened, matches)
    case .unknown: break
    }
    let available = films.map { "\($0.episode.flatMap(RomanNumeral.text) ?? "?") \($0.name)" }
    throw Problem(
      404, "not found", detail: "no film matches \(text.quoted) (available: \(available.joined(separator: ", ")))",
      type: ProblemType.notFound)
  }

  private static func document(_ film: Record, _ language: any Language) -> ReportDocument {
    ReportDocument(
      [
        .title(film.name, aside: CrawlText.heading(of: film, in: language) ?? ""), .prose(film.openingCrawl.map(\.printable)),
      ],
      json: [
        "kind": .string(film.reference.kind.text), "id": .number(film.reference.id),
        "episode": film.episode.map { .number($0) } ?? .null, "title": .string(film.name),
        "crawl": .array(film.openingCrawl.map { .string($0) }),
      ])
  }
}

/// The terminal in full-screen mode: alternate screen, hidden cursor, unbuffered keys.
final class FullScreen: Sendable {
  private let saved: TerminalMode?

  private static let begin: SafeText = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  private static let end: SafeText = "\u{1B}[?25h\u{1B}[?1049l"
  /// The types without cursor movement in use. This program does not read terminfo(5).
  static let limitedTypes = ["", "dumb", "unknown"]

  /// Throws if the terminal type in `environment` is missing or cannot move the cursor. `alternative` is the option that needs no full screen.
  static func check(_ environment: Environment, orUse alternative: String) throws(Problem) {
    let type = environment["TERM"] ?? ""
    guard limitedTypes.contains(type) else { return }
    throw Problem(
      500, "cannot use this terminal",
      detail: "terminal type '\(type)' is unknown or cannot move the cursor: set TERM or use \(alternative)",
      type: ProblemType.badRequest)
  }

  /// Enters full-screen mode. ``leave()`` restores the terminal.
  init() {
    saved = TerminalMode.current
    // Ctrl-C still sends a signal, whose handler restores the terminal.
    LastAction.terminal.arm(Self.end.text, mode: saved)
    saved?.withoutLineEditing.apply()
    StandardOutput.write(Self.begin)
  }

  func leave() {
    StandardOutput.write(Self.end)
    saved?.apply()
    LastAction.terminal.disarm()
  }

  /// Draws all rows in one write. A terminal with synchronised output (mode 2026) shows them at once.
  func draw(_ lines: [SafeText]) {
    var text: SafeText = "\u{1B}[?2026h"
    for (index, line) in lines.enumerated() { text += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)" }
    StandardOutput.write(text + "\u{1B}[?2026l")
  }

  /// Returns a pressed key without waiting; `nil` if there is none, or for a key that sends an escape sequence, such as an arrow key. Of
  /// several keys pressed since the last call, returns the first.
  func key() -> Unicode.Scalar? {
    guard saved != nil, Polling.wait(for: [StandardStream.input.descriptor], within: .zero)[0].contains(.readable),
      let bytes = try? StandardStream.input.read(upTo: 64), let first = bytes.first
    else { return nil }
    return first == 0x1B && bytes.count > 1 ? nil : Unicode.Scalar(first)
  }

  /// Scrolls a crawl through the terminal until it ends or the user quits.
  func play(_ film: Record, in language: any Language, _ painter: Painter, columns: Int, rows: Int) async {
    var size = TerminalSize(columns: columns, rows: rows)
    var layout = CrawlLayout(film, Viewport(columns: columns, rows: rows), isStill: false, language: language)
    var (risen, isPaused) = (layout.first, false)
    var drawn: [CrawlLayout.Line] = []
    // A key is looked for more often than the text moves.
    let interval = Duration.milliseconds(50)
    while risen < layout.end {
      if let now = StandardStream.output.terminalSize, now != size {
        size = now
        layout = CrawlLayout(film, Viewport(columns: now.columns, rows: now.rows), isStill: false, language: language)
      }
      let lines = layout.lines(risen: risen)
      if lines != drawn { draw(lines.map { painter.paint(String(repeating: " ", count: $0.column) + $0.text, $0.role) }) }
      drawn = lines
      switch key() {
      case "q", "Q", "\u{1B}", "\u{3}": return
      case " ": isPaused.toggle()
      default: break
      }
      try? await Task.sleep(for: interval)
      if !isPaused { risen += layout.pace.lines * (interval / layout.pace.interval) }
    }
  }
}
