import Client
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

/// `holocron search WORDS`: finds records of all kinds by anything they say.
struct SearchCommand: Command {
  let name = "search"
  let group = CommandGroup.catalogue
  let summary = "Find records of all kinds by name or by any field"
  let usage = ["WORDS… [--kind KIND] [--limit N]"]
  let details = [
    "Names come first, then every other field; case, accents and small mistakes do not count. Filters narrow a search: kind:people, "
      + "homeworld:tatooine, climate:arid, 'mass>100'. Words in double quotes belong together.",
    "A search is remembered for holocron history, unless --no-remember says otherwise.",
  ]
  let examples = [
    Example("holocron search tatoine", "Tatooine, and who comes from there"),
    Example("holocron search homeworld:naboo gungan", "with a filter"),
    Example("holocron search 'kind:starships length>1000'", "filters alone"),
  ]
  static let kind = KindOption.option("only records of that kind")
  static let limit = Option("limit", "N", "how many at most (default \(SearchRequest.standardLimit))", in: 1...SearchRequest.largestLimit)
  static let noRemember = Flag("no-remember", "keep it out of the history")
  let switches = [kind.definition, limit.definition, noRemember.definition]
  let operands = 1...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else { throw .usage("there is nothing to search for: write a word", field: name) }
    try UnfinishedFilter.refuse(in: text, kinds: context.kinds)
    let request = SearchRequest(
      text, kind: try KindOption.read(arguments[Self.kind], context.kinds), limit: arguments[Self.limit] ?? SearchRequest.standardLimit)
    let answer = try await context.askSearch(request)
    if !arguments[Self.noRemember] { await remember(text, context) }
    if let correction = answer.correction { context.note("Showing results for \(correction.printable)") }
    context.show(MatchesReport(answer, try context.labels()))
    if let remark = Self.remark(on: answer) { context.hint(remark) }
    if let remark = answer.coverage.remark { context.note(remark) }
    if let warning = answer.coverage.warning { context.note("holocron: \(warning)") }
    return .success
  }

  /// A search that cannot be remembered was made all the same.
  private func remember(_ text: String, _ context: Context) async {
    do throws(Problem) { _ = try await context.repository.ask(HistoryRequest(.remember(text), limit: 1), of: .search) } catch {
      context.note("holocron: the search is not in the history: \(error)")
    }
  }

  /// How much more there is.
  static func remark(on answer: SearchAnswer) -> String? {
    if answer.matches.isEmpty { return "Nothing fits '\(answer.query.printable)'." }
    guard answer.count > answer.matches.count else { return nil }
    let next = min(answer.count, SearchRequest.largestLimit)
    return "The best \(answer.matches.count) of \(Figures.grouped(answer.count)); more: --limit \(next)"
  }
}
