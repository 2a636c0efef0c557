import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// `holocron history [clear | remove TEXT]`: shows or changes the search history.
struct HistoryCommand: Command {
  let name = "history"
  let group = CommandGroup.catalogue
  let summary = "Show or clear the search history"
  let usage = ["[--limit N]", "remove TEXT", "clear [--yes]"]
  let details = [
    "Lists each search once, newest first, from all front-ends. remove deletes one search; clear deletes all: on a terminal it asks for "
      + "confirmation, otherwise it needs --yes."
  ]
  let examples = [
    Example("holocron history", "recent searches"), Example("holocron history remove tatoine", "delete one search"),
    Example("holocron history clear --yes", "delete all searches"),
  ]
  static let limit = Option("limit", "N", "Show at most N searches (default \(HistoryRequest.maxLimit))", in: 1...HistoryRequest.maxLimit)
  static let yes = Flag("yes", short: "y", "Clear without confirmation")
  let options = [limit.definition, yes.definition]
  let firstWords = ["clear", "remove"]
  let operands = 0...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.dropFirst().joined(separator: " ")
    switch arguments.operands.first {
    case nil:
      let request = HistoryRequest(limit: arguments[Self.limit] ?? HistoryRequest.maxLimit)
      let history = try await context.askSearch(request, needsIndex: false)
      context.show(historyReport(history, now: context.now(), in: context.reportLanguage))
      if let warning = history.warning { context.note("holocron: \(warning.printable)") }
      if history.entries.isEmpty { context.hint(context.language.say(.emptyHistory)) }
    case "clear":
      guard text.isEmpty else { throw .usage("unexpected argument \(text.quoted); usage: holocron history clear", field: text) }
      if !arguments[Self.yes] {
        guard try context.isConfirmed(.clearHistory, removingAll: "holocron history clear") else { return .failure }
      }
      try await clear(context)
    case "remove":
      guard !text.isEmpty else { throw .usage("missing argument; usage: holocron history remove TEXT", field: "remove") }
      try await remove(text, context)
    case let subcommand?: throw unknownSubcommand(subcommand)
    }
    return .success
  }

  private func clear(_ context: Context) async throws(Problem) {
    let before = try await context.askSearch(HistoryRequest(), needsIndex: false).entries.count
    let after = try await context.askSearch(HistoryRequest(.removeAll), needsIndex: false).entries.count
    report(before - after, context)
  }

  private func remove(_ text: String, _ context: Context) async throws(Problem) {
    let before = try await context.askSearch(HistoryRequest(), needsIndex: false).entries
    let after = try await context.askSearch(HistoryRequest(.remove(text)), needsIndex: false).entries
    guard after.count < before.count else {
      let similar = suggestions(for: text, among: before.map(\.text))
      var problem = Problem(404, "not found", detail: "no search \(text.quoted) in the history", type: ProblemType.notFound)
        .marked(.notInHistory, text)
      if !similar.isEmpty { problem.extensions["suggestions"] = .array(similar.map { .string($0) }) }
      throw problem
    }
    report(before.count - after.count, context)
  }

  private func report(_ removed: Int, _ context: Context) {
    let count = max(0, removed)
    let language = context.reportLanguage
    context.show([LabeledValue(language.say(.removed), language.say(.searches(count)))], json: ["forgotten": .number(count)])
  }
}
