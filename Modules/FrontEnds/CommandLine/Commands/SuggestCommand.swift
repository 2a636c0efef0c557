import Contracts
import MessageBus
import Models
import Presentation
import TerminalText

/// `holocron suggest TEXT`: names that fit what was typed so far.
struct SuggestCommand: Command {
  let name = "suggest"
  let group = CommandGroup.catalogue
  let summary = "Complete what was typed so far to names"
  let usage = ["[TEXT] [--kind KIND] [--limit N]"]
  let details = ["For shells and editors that complete as you type. Without TEXT it names records worth a look, the same ones for a day."]
  let examples = [
    Example("holocron suggest mil", "what begins like that"), Example("holocron suggest", "something to read today"),
    Example("holocron suggest l --kind people -o plain | cut -f2", "only the references"),
  ]
  static let kind = KindOption.option("only records of that kind")
  static let limit = Option("limit", "N", "how many at most (default \(SuggestRequest.standardLimit))", in: 1...SuggestRequest.largestLimit)
  let switches = [kind.definition, limit.definition]
  let operands = 0...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.joined(separator: " ")
    let matches = try await context.askSearch(
      SuggestRequest(
        text, kind: try KindOption.read(arguments[Self.kind], context.kinds), limit: arguments[Self.limit] ?? SuggestRequest.standardLimit))
    context.show(MatchesReport(matches, try context.labels()))
    if matches.isEmpty { context.hint("No name fits '\(text.printable)'.") }
    return .success
  }
}
