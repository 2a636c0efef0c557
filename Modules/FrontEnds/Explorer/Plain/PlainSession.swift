public import Client
import Contracts
import Localization
import MessageBus
public import Models
public import Presentation
import Text

/// Plain mode: the user types commands and reads lines. No columns, no cursor movement and no animation, so it works with screen readers
/// and in pipes.
public struct PlainSession: Sendable {
  /// The reply to a command. The lines are ``Swift/String/printable``; text with line breaks becomes several.
  public struct Reply: Sendable, Hashable {
    public let lines: [String]
    /// The exit code if there is no match, no response or no such command, in which case the lines say what to do.
    public let failure: ExitCode?

    init(_ lines: [String], _ failure: ExitCode? = nil) {
      self.lines = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable } }
      self.failure = failure
    }
  }

  private let services: QueryServices
  private let wording: Wording
  private let bus: String?
  /// The pages shown last, the current one at the end; at most ``maxHistory``.
  private var history: [PlainPage] = []
  static let maxHistory = 50

  /// Creates a session. `observer` provides the statistics and never starts a bus; by default, it is `repository`. `fleet` gives access to the
  /// local processes. `bus` is the value of `--bus`, for advice. Without `favourites`, there is no place for them.
  public init(
    _ repository: any Repository, observer: (any Repository)? = nil, fleet: (any FleetAccess)? = nil, kinds: Kinds,
    settings: Explorer.Settings, bus: String? = nil, favourites: FavouritesFile? = nil
  ) {
    services = QueryServices(
      repository: repository, observer: observer ?? repository, fleet: fleet, favourites: favourites, kinds: kinds)
    (wording, self.bus) = (settings.wording, bus)
  }

  public static let prompt = "holocron> "

  private var repository: any Repository { services.repository }
  private var kinds: Kinds { services.kinds }
  private var language: any Language { wording.language }

  /// Runs the command in `line`, which is case-insensitive, and waits for its result. A line that is a reference shows that record.
  /// Returns `nil` if the user quits.
  public mutating func run(_ line: String) async -> Reply? {
    do throws(Problem) { return try await perform(line) } catch {
      return Reply([error.sentence(in: language)] + error.advice(bus: bus, in: language), error.exitCode)
    }
  }

  private mutating func perform(_ line: String) async throws(Problem) -> Reply? {
    guard line.utf8.count <= PlainInput.maxLength else {
      return mistake(Phrase("a line has at most {length} bytes", .number(PlainInput.maxLength)))
    }
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let command = words.first?.lowercased() else { return Reply([]) }
    let rest = words.dropFirst().joined(separator: " ")
    switch (command, rest.isEmpty) {
    case ("show", false), ("open", false): return show(try await record(try await repository.find(rest, kinds: kinds)))
    case ("search", false), ("/", false): return show(try await search(rest))
    case ("path", false):
      guard let middle = rest.firstRange(of: " to ") else { break }
      return show(try await path(String(rest[..<middle.lowerBound]), String(rest[middle.upperBound...])))
    case ("favourites", true): return show(try await favouritesPage())
    case ("favourite", false): return Reply([try await toggle(rest)])
    case ("more", true):
      guard !history.isEmpty, case let lines = history[history.count - 1].more(), !lines.isEmpty else {
        return Reply([language.say("end of the list")])
      }
      return Reply(lines + hint(history[history.count - 1]))
    case ("back", true), ("b", true):
      guard history.count > 1 else { return Reply([language.say(.noPreviousPage)]) }
      history.removeLast()
      return Reply(history[history.count - 1].lines)
    case ("status", true): return Reply(try await status())
    case ("help", true), ("?", true): return Reply(Phrase.plainHelp.map { language.say($0) })
    case ("quit", true), ("exit", true), ("q", true): return nil
    case (_, true):
      if let number = Int(command) {
        guard let page = history.last, number > 0, number <= page.references.count else { return mistake(.unknownNumber(number)) }
        return show(try await record(page.references[number - 1]))
      }
      if let kind = kinds.kind(called: command)?.name { return show(try await list(kind)) }
      if Reference(words[0]) != nil { return show(try await record(try await repository.find(words[0], kinds: kinds))) }
    default: break
    }
    return mistake(.unknownCommand(line.printable))
  }

  private func mistake(_ phrase: Phrase) -> Reply { Reply([language.say(phrase)], .usage) }

  private mutating func show(_ page: PlainPage) -> Reply {
    history.append(page)
    if history.count > Self.maxHistory { history.removeFirst() }
    return Reply(page.lines + hint(page))
  }

  private func hint(_ page: PlainPage) -> [String] { page.rest.isEmpty ? [] : [language.say(.more(page.rest.count))] }

  private func list(_ kind: KindName) async throws(Problem) -> PlainPage {
    let page = try await repository.list(ListRequest(kind, .all)).page
    let records = page.items.compactMap { try? Record(canonical: $0, kinds: kinds) }
    let title = kinds[kind].map { wording.title(of: $0) } ?? kind.text
    let total = page.count + (page.missing ?? 0)
    let count = records.count == total ? language.figures.integer(total) : language.say(.part(records.count, of: total))
    return PlainPage(title: "\(title), \(count)", records.map { ($0.reference, $0.name) })
  }

  private func word(for kind: KindName) -> String { kinds[kind].map { wording.singular(of: $0) } ?? kind.text }

  private func record(_ reference: Reference) async throws(Problem) -> PlainPage {
    let record = try await repository.record(reference).record(kinds)
    let names = await ReferenceNames.fetched(record.references, from: repository, kinds: kinds)
    return PlainPage(record, kind: word(for: reference.kind), wording, names)
  }

  private func search(_ text: String) async throws(Problem) -> PlainPage {
    let answer = try await repository.ask(SearchRequest(text), of: .search)
    guard !answer.matches.isEmpty else { return PlainPage(title: language.say(.noResults(text.printable)), []) }
    let entries = answer.matches.map { match in
      let parts = [match.name, word(for: match.reference.kind), match.localizedExcerpt(wording)?.text]
      return (reference: match.reference, text: parts.compactMap(\.self).joined(separator: ", "))
    }
    return PlainPage(title: language.say(.found(answer.count)), entries)
  }

  private func favouritesPage() async throws(Problem) -> PlainPage {
    let references = try await services.favourites?.favourites() ?? []
    guard !references.isEmpty else { return PlainPage(title: language.say(.noFavourites(key: nil)), []) }
    let names = await ReferenceNames.fetched(references, from: repository, kinds: kinds)
    let title = "\(language.say(Phrase.favourites)), \(language.figures.integer(references.count))"
    return PlainPage(title: title, references.map { (reference: $0, text: names[$0].styled.text) })
  }

  /// Adds a record to the favourites, or removes it, and returns the confirmation.
  private func toggle(_ text: String) async throws(Problem) -> String {
    guard let favourites = services.favourites else { return language.say(.noFavourites(key: nil)) }
    let reference = try await repository.find(text, kinds: kinds)
    let isFavourite = try await favourites.favourites().contains(reference)
    _ = try await favourites.setFavourite(reference, !isFavourite)
    return language.say(isFavourite ? .favouriteRemoved("\(reference)") : .favouriteAdded("\(reference)"))
  }

  private func path(_ from: String, _ to: String) async throws(Problem) -> PlainPage {
    let ends = try await repository.find([from, to], kinds: kinds)
    let path = try await repository.path(PathRequest(from: ends[0], to: ends[1]))
    let stops = [path.from] + path.steps.map(\.to)
    return PlainPage(title: language.say(.steps(path.steps.count)), stops.map { ($0.reference, $0.name) })
  }

  private func status() async throws(Problem) -> [String] {
    var statistics = await services.observer.statistics(try await services.observer.broker())
    statistics.fleet = await services.fleet?.state()
    return StatusLayout(BusMonitor(statistics), language, columns: 100).lines.map(\.text)
  }
}

/// A reply of plain mode: lines of text, and the references behind their numbers.
private struct PlainPage: Sendable {
  var lines: [String]
  /// The references, numbered from 1.
  var references: [Reference]
  /// Lines that `more` shows.
  var rest: [String]

  /// Number of list entries shown at once.
  private static let pageLength = 20

  /// Creates a numbered list of records.
  init(title: String, _ entries: [(reference: Reference, text: String)]) {
    let all = entries.enumerated().map { "\($0.offset + 1) \($0.element.text.printable)" }
    lines = [title] + all.prefix(Self.pageLength)
    references = entries.map(\.reference)
    rest = Array(all.dropFirst(Self.pageLength))
  }

  /// Creates the page of a record: one line per field, with a number before each reference.
  init(_ record: Record, kind: String, _ wording: Wording, _ names: ReferenceNames) {
    self.init(title: "\(record.name.printable), \(kind), \(record.reference)", [])
    for row in record.sections(showingAbsent: wording.showsAbsent).flatMap(\.rows) {
      let linked = row.value.references
      let numbered = linked.enumerated().map { "\(references.count + $0.offset + 1) \(names[$0.element].styled.text)" }
      let text = linked.isEmpty ? wording.text(of: row.value) : numbered.joined(separator: ", ")
      lines.append("\(wording.label(of: row, in: record.reference.kind).printable): \(text)")
      references += linked
    }
  }

  /// Returns the next lines for `more` and removes them from ``rest``.
  mutating func more() -> [String] {
    defer { rest = Array(rest.dropFirst(Self.pageLength)) }
    return Array(rest.prefix(Self.pageLength))
  }
}
