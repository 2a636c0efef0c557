import Client
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// `holocron cache stats|purge|warm`
struct CacheCommand: Command {
  let name = "cache"
  let group = CommandGroup.processes
  let summary = "Look into the cache, empty it, or fill it"
  let usage = ["stats", "warm", "purge KIND/ID | KIND | --all [--yes]"]
  let details = [
    "stats shows what the cache worker that answers has counted since it started. warm asks for every record of every kind, so that the catalogue is at hand "
      + "when the origin is not; it stops when the origin asks for a pause, and says when to go on. purge forgets a record, a kind with its lists, or everything; it asks first on a terminal."
  ]
  let examples = [
    Example("holocron cache warm", "fetch everything once"),
    Example("holocron cache purge people --yes", "forget the people"),
    Example("holocron cache stats --json", "for programs"),
  ]
  static let all = Flag("all", "purge everything")
  static let yes = Flag("yes", short: "y", "purge without asking")
  let switches = [all.definition, yes.definition]
  let operands = 1...2

  /// Warming takes as long as the origin takes, unless somebody says otherwise.
  func isBounded(_ arguments: Arguments) -> Bool { arguments.operands.first != "warm" || arguments[CommonOptions.timeout] != nil }

  private static let actions = ["stats", "warm", "purge"]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let action = arguments.operands[0]
    let rest = arguments.operands.dropFirst()
    if action != "purge", let extra = rest.first {
      throw .usage("'\(extra)' is too much: holocron cache \(action) takes no more", field: extra)
    }
    switch action {
    case "stats":
      context.show(CacheReport(statistics: try await context.repository.ask(StatsRequest(), of: .cache)).document)
    case "warm": try await CacheWarming(context).run()
    case "purge": try await purge(try Self.scope(rest.first, arguments, context.kinds), arguments, context)
    default:
      throw .usage(
        "holocron cache cannot '\(action)': it can \(Self.actions.joined(separator: ", "))", field: action,
        suggestions: suggestions(for: action, among: Self.actions))
    }
    return .success
  }

  static func scope(_ wanted: String?, _ arguments: Arguments, _ kinds: Kinds) throws(Problem) -> PurgeRequest.Scope {
    switch (wanted, arguments[all]) {
    case (nil, true): return .everything
    case (nil, false): throw .usage("say what to purge: KIND/ID, KIND or --all", field: "purge")
    case (let wanted?, true): throw .usage("--all and '\(wanted)' exclude each other: leave one out", field: "--all")
    case (let wanted?, false):
      if let reference = Reference(wanted) { return .record(reference) }
      guard let kind = KindName(wanted), kinds[kind] != nil else { throw .unknownKind(wanted, kinds) }
      return .kind(kind)
    }
  }

  private func purge(_ scope: PurgeRequest.Scope, _ arguments: Arguments, _ context: Context) async throws(Problem) {
    let what =
      switch scope {
      case .everything: "everything"
      case .kind(let kind): "all \(kind)"
      case .record(let reference): reference.description
      }
    if !arguments[Self.yes], context.terminal.canAsk {
      context.output.write("Forget \(what)? [y/N] ", .note)
      guard let answer = context.deadline.pause({ readLine() }), ["y", "yes"].contains(answer.lowercased()) else {
        context.note("Nothing was forgotten.")
        return
      }
    }
    let purged = try await context.repository.ask(PurgeRequest(scope))
    context.show(
      ReportDocument(
        [.facts([Fact("Forgotten", StyledText(purged == 1 ? "1 entry" : "\(Figures.grouped(purged)) entries"))])],
        json: ["purged": .number(purged)]))
  }
}
