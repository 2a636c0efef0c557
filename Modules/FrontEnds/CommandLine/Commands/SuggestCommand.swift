import Console
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// `holocron suggest TEXT`: completes text to names of records.
struct SuggestCommand: Command {
  let name = "suggest"
  let group = CommandGroup.catalogue
  let summary = "Complete text to names of records"
  let usage = ["[TEXT] [--kind KIND] [--limit N]"]
  let details = ["For completion in shells and editors. Without TEXT, recommends records; the recommendations change once a day."]
  let examples = [
    Example("holocron suggest mil", "names that start with mil"), Example("holocron suggest", "today's recommendations"),
    Example("holocron suggest l --kind people -o plain | cut -f2", "only the references"),
  ]
  static let kind = KindOption.option("Suggest only records of this kind")
  static let limit = Option("limit", "N", "Show at most N names (default \(SuggestRequest.defaultLimit))", in: 1...SuggestRequest.maxLimit)
  let options = [kind.definition, limit.definition]
  let takesText = true
  let operands = 0...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.joined(separator: " ")
    let matches = try await context.askSearch(
      SuggestRequest(
        text, kind: try KindOption.parse(arguments[Self.kind], context.kinds), limit: arguments[Self.limit] ?? SuggestRequest.defaultLimit))
    context.show(matchesReport(matches, try context.labels()))
    if matches.isEmpty { context.hint(context.language.say(.noNames(nil, text.printable))) }
    return .success
  }
}
