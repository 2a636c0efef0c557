import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

/// `holocron search WORDS`: finds records of all kinds by the text of any field.
struct SearchCommand: Command {
  let name = "search"
  let group = CommandGroup.catalogue
  let summary = "Find records of all kinds by name or by any field"
  let usage = ["WORDS… [--kind KIND] [--limit N]"]
  let details = [
    "Matches in names rank above matches in other fields; case, accents and small typos are ignored. Filters narrow a search: kind:people, "
      + "homeworld:tatooine, climate:arid, 'mass>100'; numbers and dates are compared with >, >=, <, <= and =. Double quotes mark a phrase.",
    "Searches are saved for holocron history, unless --no-remember is given.",
  ]
  let examples = [
    Example("holocron search tatoine", "Tatooine and its people"),
    Example("holocron search homeworld:naboo gungan", "with a filter"),
    Example("holocron search 'kind:starships length>1000'", "only filters"),
  ]
  static let kind = KindOption.option("Show only records of this kind")
  static let limit = Option("limit", "N", "Show at most N records (default \(SearchRequest.defaultLimit))", in: 1...SearchRequest.maxLimit)
  static let noRemember = Flag("no-remember", "Don't save the search to the history")
  let options = [kind.definition, limit.definition, noRemember.definition]
  let operands = 1...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else { throw .usage("the search text is empty", field: name) }
    try IncompleteFilter.check(text, kinds: context.kinds)
    let request = SearchRequest(
      text, kind: try KindOption.parse(arguments[Self.kind], context.kinds), limit: arguments[Self.limit] ?? SearchRequest.defaultLimit)
    let answer = try await context.askSearch(request)
    if !arguments[Self.noRemember] { await saveToHistory(text, context) }
    if let correction = answer.correction { context.note("Showing results for \(correction.printable)") }
    if let note = Self.cutNote(for: answer, arguments, context) { context.note(note) }
    context.show(MatchesReport(answer, try context.labels()))
    if let hint = Self.hint(for: answer) { context.hint(hint) }
    if let note = answer.coverage.incompleteIndexNote { context.note(note) }
    if let warning = answer.coverage.warning { context.note("holocron: \(warning)") }
    return .success
  }

  /// Saves the search to the history. A failure is only a note, because the search itself succeeded.
  private func saveToHistory(_ text: String, _ context: Context) async {
    do throws(Problem) { _ = try await context.repository.ask(HistoryRequest(.remember(text), limit: 1), of: .search) } catch {
      context.note("holocron: couldn't save this search to history: \(error)")
    }
  }

  /// Returns a note if a pipe or file gets only the best results, although no limit was given; `nil` on a terminal, which has a hint.
  private static func cutNote(for answer: SearchAnswer, _ arguments: Arguments, _ context: Context) -> String? {
    guard !context.terminal.output.isTerminal, arguments[limit] == nil, answer.count > answer.matches.count else { return nil }
    let next = min(answer.count, SearchRequest.maxLimit)
    return "holocron: the best \(answer.matches.count) of \(answer.count) results; for more, use --limit \(next)"
  }

  /// Returns a hint if there are no results, or more results than shown.
  static func hint(for answer: SearchAnswer) -> String? {
    if answer.matches.isEmpty { return "No results for '\(answer.query.printable)'." }
    guard answer.count > answer.matches.count else { return nil }
    let next = min(answer.count, SearchRequest.maxLimit)
    return "Showing the best \(answer.matches.count) of \(Figures.grouped(answer.count)) results; for more, use --limit \(next)"
  }
}
