import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// `holocron cache stats|purge|warm`: inspects, purges or warms the cache.
struct CacheCommand: Command {
  let name = "cache"
  let group = CommandGroup.processes
  let summary = "Inspect, purge or warm the cache"
  let usage = ["stats", "warm", "purge KIND/ID | KIND | --all [--yes]"]
  let details = [
    "stats shows the statistics of one cache worker since its start. warm fetches every record of every kind, so that the catalogue stays "
      + "available when the origin is down; it stops if the origin asks to slow down, and says when to continue. If only some records can be "
      + "fetched, it exits with 1. purge removes a record, a kind with its lists, or everything; on a terminal it asks for confirmation, and "
      + "exits with 1 if the answer is no.",
    "purge removes the copies from all origins, not only the current one. If the origin is embedded or on this machine, the search "
      + "worker fetches the records again afterwards.",
  ]
  let examples = [
    Example("holocron cache warm", "fetch everything once"),
    Example("holocron cache purge people --yes", "remove all people"),
    Example("holocron cache stats --json", "as JSON"),
  ]
  static let all = Flag("all", "Purge everything")
  static let yes = Flag("yes", short: "y", "Purge without confirmation")
  let options = [all.definition, yes.definition]
  let firstWords = ["stats", "warm", "purge"]
  let operands = 1...2

  /// Warming has no time limit unless `--timeout` is given.
  func isBounded(_ arguments: Arguments) -> Bool { arguments.operands.first != "warm" || arguments[CommonOptions.timeout] != nil }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let subcommand = arguments.operands[0]
    let rest = arguments.operands.dropFirst()
    if ["stats", "warm"].contains(subcommand), let extra = rest.first {
      throw .usage("unexpected argument \(extra.quoted); usage: holocron cache \(subcommand)", field: extra)
    }
    switch subcommand {
    case "stats":
      context.show(CacheReport(statistics: try await context.repository.ask(StatsRequest(), of: .cache)).document)
    case "warm": return try await CacheWarming(context).run()
    case "purge": return try await purge(try Self.scope(rest.first, arguments, context.kinds), arguments, context)
    default: throw unknownSubcommand(subcommand)
    }
    return .success
  }

  static func scope(_ word: String?, _ arguments: Arguments, _ kinds: Kinds) throws(Problem) -> PurgeRequest.Scope {
    switch (word, arguments[all]) {
    case (nil, true): return .everything
    case (nil, false): throw .usage("missing argument; usage: holocron cache purge KIND/ID, KIND or --all", field: "purge")
    case (let word?, true): throw .usage("--all and \(word.quoted) cannot be combined", field: "--all")
    case (let word?, false):
      if let reference = Reference(word) { return .record(reference) }
      guard let kind = KindName(word), kinds[kind] != nil else { throw .unknownKind(word, kinds) }
      return .kind(kind)
    }
  }

  private func purge(_ scope: PurgeRequest.Scope, _ arguments: Arguments, _ context: Context) async throws(Problem) -> ExitCode {
    let subject =
      switch scope {
      case .everything: "everything"
      case .kind(let kind): "all \(kind)"
      case .record(let reference): reference.description
      }
    guard arguments[Self.yes] || context.isConfirmed("Purge \(subject)?") else { return .failure }
    let purged = try await context.repository.ask(PurgeRequest(scope))
    context.show(
      ReportDocument(
        [.values([LabeledValue("Removed", StyledText(purged == 1 ? "1 entry" : "\(Figures.grouped(purged)) entries"))])],
        json: ["purged": .number(purged)]))
    return .success
  }
}
