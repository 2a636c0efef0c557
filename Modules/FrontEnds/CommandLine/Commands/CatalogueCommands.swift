import Client
import Console
import Contracts
import Dialects
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron people`: lists the records of a kind. There is one list command for each kind.
struct ListCommand: Command {
  let kind: Kind

  var name: String { kind.name.text }
  var summary: String { "List \(name)" }
  let usage = ["[--sort KEY] [--reverse] [--page N | --all] [--search TEXT]"]
  let details = [
    "Lists ten records per page, sorted by the first key of --sort unless another is chosen. Records without a value for the sort key come last. "
      + "With --fields, JSON and CSV also have the kind and the ID. With --all, the exit code is 1 if the list is incomplete."
  ]
  var keys: [HelpRow] {
    [("--sort", ListColumns.sortKeys(of: kind).joined(separator: ", ")), ("--fields", kind.fields.map(\.key).joined(separator: ", "))]
  }
  var examples: [HelpRow] {
    [
      ("holocron \(name) --all", "all records"),
      ("holocron \(name) --sort \(kind.sortKeys.dropFirst().first ?? kind.sortKeys[0]) --reverse", "in another order"),
      ("holocron \(name) --all --jq '.[].\(kind.fields[0].key)'", "names, by an expression of jq"),
    ]
  }

  /// Its values depend on the kind; see ``options``.
  static let sort = Option("sort", "KEY", "Sort by this field")
  static let reverse = Flag("reverse", "Reverse the order")
  static let page = Option("page", "N", "Show page N, from 1", in: 1...999_999_999)
  static let everything = Flag("all", "Show all pages")
  static let limit = Option("limit", "N", "Show at most N records", in: 1...999_999_999)
  static let search = Option("search", "TEXT", "Show only records whose name contains these words", expected: "a text") { $0 }

  var options: [OptionDefinition] {
    [
      Option("sort", "KEY", Self.sort.definition.help, offering: ListColumns.sortKeys(of: kind)).definition, Self.reverse.definition,
      Self.page.definition, Self.everything.definition, Self.limit.definition, Self.search.definition, FieldsOption.option.definition,
    ] + WireFormat.options
  }

  /// The word is probably the name or the ID of a record.
  func unexpectedArgument(_ word: String) -> Problem {
    let advice =
      if let reference = Reference("\(name)/\(word)") {
        "use holocron show \(reference)"
      } else {
        // In other kinds, more records may match.
        "use --search \(word.quoted), or holocron show \((word.contains("/") ? word : "\(name)/\(word)").quoted)"
      }
    return .usage("unexpected argument \(word.quoted); \(advice)", field: word)
  }

  /// Returns the request for `arguments`.
  func request(_ arguments: Arguments, _ language: any Language = English()) throws(Problem) -> ListRequest {
    let (all, page) = (arguments[Self.everything], arguments[Self.page])
    if all, page != nil { throw .usage("--all and --page cannot be combined", field: "--all") }
    let known = ListColumns.sortKeys(of: kind)
    let sort = arguments[Self.sort].map { Wording(language).field($0, of: kind)?.key ?? $0 }
    if let sort, !known.contains(sort) { throw .unknown("sort key", sort, field: "--sort", among: known) }
    let isWhole = all || (page == nil && arguments[Self.limit] ?? 0 > Kinds.pageSize)
    let search = arguments[Self.search].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    return ListRequest(
      kind.name, isWhole ? .all : .page(page ?? 1), sort: sort, descending: arguments[Self.reverse], search: search)
  }

  /// Returns the list. The cache does not know the names of other records, so a list in their order is sorted here.
  private func list(_ request: ListRequest, _ context: Context) async throws(Problem) -> ListResponse {
    guard let key = request.sort, !kind.sortKeys.contains(key) else {
      return try await context.list(request)
    }
    let whole = ListRequest(kind.name, .all, search: request.search)
    var list = try await context.list(whole)
    func reference(_ item: JSON) -> Reference? { item[key].flatMap { Reference(canonical: $0) } }
    let names = await context.names(of: list.page.items.compactMap(reference))
    list.page.items = list.page.items.sorted(descending: request.descending) { reference($0).map { names[$0].text.lowercased() } }
    guard case .page(let number) = request.extent, !list.page.cut(to: number) else { return list }
    throw Problem(
      404, "not found", detail: "\(name) has no page \(number); the last page is \(list.page.pages)", type: ProblemType.notFound)
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireFormat(arguments, context)
    let request = try request(arguments, context.language)
    let fields = try FieldsOption.parse(arguments, of: kind, context.language)
    let list = try await list(request, context)
    var page = list.page
    if let limit = arguments[Self.limit] {
      page.items = Array(page.items.prefix(limit))
      page.pages = 1
    }
    if let missing = page.missing {
      context.note(
        Phrase(
          "The list is incomplete: the origin counts {total} {kind} but returned {returned}.", .number(page.count + missing),
          .text(title(context.language)), .number(page.count)))
    }
    // A script that asked for everything must notice that it got less.
    let exitCode: ExitCode = arguments[Self.everything] && page.missing != nil ? .failure : .success
    if let note = cutNote(for: page, arguments, context) { context.note(note) }
    if wire == nil, context.isForPrograms {
      let shown = page.items.map { FieldsOption.only(fields, of: $0) }
      context.showRaw(shown, await context.names(of: shown.flatMap(\.recordReferences)))
      return exitCode
    }
    let records = try page.items.map { item throws(Problem) in try Record(received: item, kinds: context.kinds) }
    if let wire {
      context.output.write(wire.list(records, from: list), .page)
      return exitCode
    }
    // Without --fields, a spreadsheet has all fields.
    let shown =
      fields ?? (context.format is CSVFormat ? kind.fields : ListColumns.printed(of: kind, sortedBy: request.sort))
    let names = await context.names(of: records.flatMap { record in shown.flatMap { record.display($0.key)?.references ?? [] } })
    context.show(ListDocument(kind, records, fields: shown, names: names, wording: try context.wording()))
    if let hint = hint(for: page, request, context.language) { context.hint(hint) }
    return exitCode
  }

  /// Returns a note if a pipe or file gets the first page only, although no page was asked for; `nil` on a terminal, which has a hint.
  private func cutNote(for page: PageBody, _ arguments: Arguments, _ context: Context) -> Phrase? {
    guard !context.terminal.output.isTerminal, !arguments[Self.everything], arguments[Self.page] == nil, page.pages > 1 else { return nil }
    return Phrase(
      "{shown} of {all} {kind}; use --all for all of them", .number(page.items.count), .number(page.count), .text(title(context.language)))
  }

  /// Returns the title of the kind in a sentence.
  private func title(_ language: any Language) -> String {
    language.code == English().code ? name : language.title(of: kind.name) ?? kind.title
  }

  /// Returns a hint if the list is empty or has more pages.
  func hint(for page: PageBody, _ request: ListRequest, _ language: any Language = English()) -> String? {
    let isEnglish = language.code == English().code
    let title = title(language)
    if page.items.isEmpty { return language.say(request.search.map { .noNames(title, $0) } ?? .noRecords(title)) }
    guard page.pages > 1 else { return nil }
    let noun = isEnglish && page.count == 1 ? kind.singular : title
    let next = page.page < page.pages ? page.page + 1 : nil
    return language.say(.page(page.page, of: page.pages, records: "\(page.count) \(noun)", next: next))
  }
}

extension Context {
  /// Returns a list. A search reads a cached list of the last day, if all of it is cached; otherwise it is a request to the origin. If the
  /// origin fails, an older list is searched, with a note.
  func list(_ request: ListRequest) async throws(Problem) -> ListResponse {
    try await showing(.reading("\(request.kind)")) { () throws(Problem) in
      if let found = await searchCache(request, maxAge: 86_400) { return found }
      do throws(Problem) { return try await repository.list(request) } catch {
        guard error.type == ProblemType.origin, let found = await searchCache(request) else { throw error }
        note(Phrase("{reason}; this is a search of the cached list", .text(error.reason(in: language))))
        return found
      }
    }
  }

  /// Returns what the origin would find in the cached list; `nil` if a part of the list is not cached or older, or if there is no such page.
  private func searchCache(_ request: ListRequest, maxAge: Int64? = nil) async -> ListResponse? {
    guard let text = request.search else { return nil }
    let whole = ListRequest(
      request.kind, .all, sort: request.sort, descending: request.descending, asOrigin: request.sort == nil && !request.descending,
      validation: Validation(onlyIfCached: true, maxAge: maxAge))
    guard var list = try? await repository.list(whole), list.page.missing == nil else { return nil }
    let search = WireSearch(text)
    list.page.items = list.page.items.filter { item in (try? Record(received: item, kinds: kinds)).map(search.matches) ?? false }
    list.page.count = list.page.items.count
    guard case .page(let number) = request.extent else { return list }
    return list.page.cut(to: number) ? list : nil
  }
}

extension PageBody {
  /// Reduces a whole list to one of its pages. Returns `false` if it has no such page.
  mutating func cut(to number: Int) -> Bool {
    pages = max(1, (items.count + Kinds.pageSize - 1) / Kinds.pageSize)
    page = number
    items = Array(items.dropFirst((number - 1) * Kinds.pageSize).prefix(Kinds.pageSize))
    return number <= pages
  }
}

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
  let examples: [HelpRow] = [("holocron crawl IV", "scrolling, as in the cinema"), ("holocron crawl empire --still", "as text")]
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

  /// Throws if the terminal type in `environment` is missing or cannot move the cursor. `alternative` is the option that needs no full screen.
  static func check(_ environment: Environment, orUse alternative: String) throws(Problem) {
    let type = environment["TERM"] ?? ""
    // The types without cursor movement in use. This program does not read terminfo(5).
    guard ["", "dumb", "unknown"].contains(type) else { return }
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
