import Client
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// `holocron history [clear | remove TEXT]`: what was searched for.
struct HistoryCommand: Command {
  let name = "history"
  let group = CommandGroup.catalogue
  let summary = "List what was searched for, newest first, or forget it"
  let usage = ["[--limit N]", "remove TEXT", "clear [--yes]"]
  let details = [
    "Each search once, whichever front-end made it. remove forgets one of them; clear forgets all, and asks first on a terminal."
  ]
  let examples = [
    Example("holocron history", "what was searched for"), Example("holocron history remove tatoine", "forget one search"),
    Example("holocron history clear --yes", "forget all"),
  ]
  static let limit = Option("limit", "N", "how many at most (default \(HistoryRequest.largestLimit))", in: 1...HistoryRequest.largestLimit)
  static let yes = Flag("yes", short: "y", "clear without asking")
  let switches = [limit.definition, yes.definition]
  let operands = 0...Int.max

  private static let actions = ["clear", "remove"]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.dropFirst().joined(separator: " ")
    switch arguments.operands.first {
    case nil:
      let request = HistoryRequest(limit: arguments[Self.limit] ?? HistoryRequest.largestLimit)
      let history = try await context.askSearch(request, needsIndex: false)
      context.show(HistoryReport(history: history, now: context.now()))
      if history.entries.isEmpty { context.hint("Nothing was searched for yet.") }
    case "clear":
      guard text.isEmpty else { throw .usage("'\(text)' is too much: holocron history clear takes no more", field: text) }
      try await clear(arguments, context)
    case "remove":
      guard !text.isEmpty else { throw .usage("say which search: holocron history remove TEXT", field: "remove") }
      try await remove(text, context)
    case let action?:
      throw .usage(
        "holocron history cannot '\(action)': it can \(Self.actions.joined(separator: ", "))", field: action,
        suggestions: suggestions(for: action, among: Self.actions))
    }
    return .success
  }

  private func clear(_ arguments: Arguments, _ context: Context) async throws(Problem) {
    if !arguments[Self.yes], context.terminal.canAsk {
      context.output.write("Forget all searches? [y/N] ", .note)
      guard let answer = context.deadline.pause({ readLine() }), ["y", "yes"].contains(answer.lowercased()) else {
        context.note("Nothing was forgotten.")
        return
      }
    }
    let before = try await context.askSearch(HistoryRequest(), needsIndex: false).entries.count
    let after = try await context.askSearch(HistoryRequest(.forgetAll), needsIndex: false).entries.count
    report(before - after, context)
  }

  private func remove(_ text: String, _ context: Context) async throws(Problem) {
    let before = try await context.askSearch(HistoryRequest(), needsIndex: false).entries
    let after = try await context.askSearch(HistoryRequest(.forget(text)), needsIndex: false).entries
    guard after.count < before.count else {
      let alike = suggestions(for: text, among: before.map(\.text))
      var problem = Problem(404, "not found", detail: "nobody searched for '\(text)'", type: ProblemType.notFound)
      if !alike.isEmpty { problem.extensions["suggestions"] = .array(alike.map { .string($0) }) }
      throw problem
    }
    report(before.count - after.count, context)
  }

  private func report(_ forgotten: Int, _ context: Context) {
    let count = max(0, forgotten)
    context.show(
      ReportDocument(
        [.facts([Fact("Forgotten", StyledText(count == 1 ? "1 search" : "\(Figures.grouped(count)) searches"))])],
        json: ["forgotten": .number(count)]))
  }
}
