import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// `holocron search WORDS`: finds records of all kinds by the text of any field.
struct SearchCommand: Command {
  let name = "search"
  let group = CommandGroup.catalogue
  let summary = "Find records of all kinds by name or by any field"
  let usage = ["WORDS… [--kind KIND] [--sort KEY [--reverse]] [--limit N]"]
  let details = [
    "Matches in names rank above matches in other fields; case, accents and small typos are ignored. With --sort, records without a value come "
      + "last.",
    "Filters narrow a search. FIELD:WORD finds records whose field contains the word: homeworld:tatooine. FIELD=VALUE compares the whole value: "
      + "gender=male. FIELD>NUMBER, >=, < and <= compare numbers and dates: 'mass>100'; a list such as films is compared by its length: "
      + "'films>=3'. kind:people,planets chooses kinds. A dash before a word or a filter excludes what it finds: 'luke -droid', "
      + "'skywalker -gender:male'. \"death star\" is a phrase. Quote a search that has a dash, <, > or double quotes.",
    "Searches are saved for holocron history, unless --no-remember is given.",
  ]
  let examples = [
    Example("holocron search tatoine", "Tatooine and its people"),
    Example("holocron search homeworld:naboo gungan", "with a filter"),
    Example("holocron search 'kind:starships length>1000'", "only filters"),
    Example("holocron search kind:people --sort mass --reverse", "the heaviest first"),
    Example("holocron search 'kind:people skywalker -gender=male'", "Skywalkers who are not men"),
    Example("holocron search '\"death star\" -kind:films'", "a phrase, but no films"),
  ]
  static let kind = KindOption.option("Show only records of this kind")
  static let sort = Option(
    "sort", "KEY", "Sort by this field instead of by relevance: name, or a sort key of a kind, such as mass",
    offering: sortKeys(of: nil, .standard))
  static let reverse = Flag("reverse", "Reverse the order of --sort")
  static let limit = Option("limit", "N", "Show at most N records (default \(SearchRequest.defaultLimit))", in: 1...SearchRequest.maxLimit)
  static let noRemember = Flag("no-remember", "Don't save the search to the history")
  let options = [kind.definition, sort.definition, reverse.definition, limit.definition, noRemember.definition]
  let takesText = true
  let operands = 1...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.joined(separator: " ")
    let isBlank = text.allSatisfy(\.isWhitespace)
    try IncompleteFilter.check(text, kinds: context.kinds)
    let kind = try KindOption.parse(arguments[Self.kind], context.kinds)
    let order = try Self.order(arguments, kind, context)
    // Without words, everything is listed.
    let limit = arguments[Self.limit] ?? (isBlank ? SearchRequest.maxLimit : SearchRequest.defaultLimit)
    let request = SearchRequest(text, kind: kind, limit: limit, order: order)
    let answer = try await context.askSearch(request)
    if !arguments[Self.noRemember], !isBlank { await saveToHistory(text, context) }
    if let correction = answer.correction { context.note(context.language.say(.resultsInstead(correction.printable))) }
    if let note = Self.cutNote(for: answer, arguments, context) { context.note(note) }
    context.show(matchesReport(answer.matches, try context.labels(), isSorted: order != nil))
    if let hint = Self.hint(for: answer, context.language) { context.hint(hint) }
    // A pipe or a file gets nothing, which looks like a failure. JSON is an empty list.
    if answer.matches.isEmpty, !context.terminal.output.isTerminal, !context.isForPrograms {
      context.note(.nothingFound(answer.query.printable))
    }
    if let note = answer.coverage.incompleteIndexNote { context.note(context.language.say(note)) }
    if let warning = answer.coverage.warning { context.note("holocron: \(warning.printable)") }
    return .success
  }

  /// Returns the order given by `--sort` and `--reverse`; `nil` without them. Throws a 400 for a key by which no record can be sorted.
  private static func order(_ arguments: Arguments, _ kind: KindName?, _ context: Context) throws(Problem) -> SearchOrder? {
    guard let key = arguments[sort] else {
      if arguments[reverse] { throw .usage("--reverse needs --sort KEY", field: "--reverse") }
      return nil
    }
    let known = sortKeys(of: kind, context.kinds)
    // A label may belong to different fields: Class to starshipClass and vehicleClass.
    let meant = Set(
      context.kinds.all.filter { kind == nil || $0.name == kind }.compactMap { Wording(context.language).field(key, of: $0)?.key })
    let found = known.contains(key) ? [key] : known.filter(meant.contains)
    guard found.count == 1 else { throw .unknownSortKey(key, among: known, like: found) }
    return SearchOrder(found[0], isDescending: arguments[reverse])
  }

  /// The sort keys of a kind, or those of all kinds, each once.
  private static func sortKeys(of kind: KindName?, _ kinds: Kinds) -> [String] {
    var seen: Set<String> = []
    let keys = ["name"] + kinds.all.filter { kind == nil || $0.name == kind }.flatMap(\.sortKeys)
    return keys.filter { seen.insert($0).inserted }
  }

  /// Saves the search to the history. A failure is only a note, because the search itself succeeded.
  private func saveToHistory(_ text: String, _ context: Context) async {
    do throws(Problem) { _ = try await context.repository.ask(HistoryRequest(.remember(text), limit: 1), of: .search) } catch {
      context.note(.searchNotSaved(error.sentence(in: context.language)))
    }
  }

  /// Returns a note if a pipe or file gets only the best results, although no limit was given; `nil` on a terminal, which has a hint.
  private static func cutNote(for answer: SearchAnswer, _ arguments: Arguments, _ context: Context) -> Phrase? {
    guard !context.terminal.output.isTerminal, arguments[limit] == nil, answer.count > answer.matches.count else { return nil }
    let next = min(answer.count, SearchRequest.maxLimit)
    return .bestOnly(answer.matches.count, of: answer.count, option: "--limit \(next)")
  }

  /// Returns a hint if there are no results, or more results than shown.
  static func hint(for answer: SearchAnswer, _ language: any Language = English()) -> String? {
    if answer.matches.isEmpty { return language.say(.nothingFound(answer.query.printable)) }
    guard answer.count > answer.matches.count else { return nil }
    let next = min(answer.count, SearchRequest.maxLimit)
    let note = language.say(.bestOnly(answer.matches.count, of: answer.count, option: "--limit \(next)"))
    return note.prefix(1).uppercased() + note.dropFirst()
  }
}
