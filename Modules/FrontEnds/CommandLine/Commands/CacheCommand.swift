import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// `holocron cache stats|warm|purge|verify|export|import`: inspects, fills, empties, checks and copies the cache.
struct CacheCommand: Command {
  let name = "cache"
  let group = CommandGroup.processes
  let summary = "Inspect, fill, purge, check or copy the cache"
  let usage = ["stats", "warm", "purge KIND/ID | NAME | KIND | --all [--yes]", "verify [--repair]", "export [FILE]", "import FILE"]
  let details = [
    "stats shows the statistics of all cache workers since their start. warm fetches every record of every kind, so that the catalogue "
      + "stays available when the origin is down; it stops if the origin asks to slow down, and says when to continue. If only some records can be "
      + "fetched, it exits with 1. purge removes a record, a kind with its lists, or everything; on a terminal it asks for confirmation, and "
      + "exits with 1 if the answer is no. Without a terminal, --all needs --yes.",
    "purge removes the copies from all origins, not only the current one. If the origin is embedded or on this machine, the search "
      + "worker fetches the records again afterwards.",
    "verify reads every entry and exits with 1 if one is damaged; --repair removes the damaged ones. The cache goes on answering meanwhile. "
      + "Pages of lists that lack a record are counted, too; they do not count as damage.",
    "export writes all entries to a file, or to standard output without FILE or with -, as JSON Lines: a header, then an entry a line with its "
      + "key, its origin and its times. If it leaves out damaged entries, it exits with 1. import adds the entries; - is standard input. An "
      + "entry never replaces a later one, and ages stay what they are. Lines that are not entries are named, and it exits with 1.",
  ]
  let examples = [
    Example("holocron cache warm", "fetch everything once"),
    Example("holocron cache purge people --yes", "remove all people"),
    Example("holocron cache stats --json", "as JSON"),
    Example("holocron cache verify --repair", "check every entry"),
    Example("holocron cache export cache.jsonl", "copy the cache to a file"),
    Example("holocron cache import cache.jsonl", "and back"),
  ]
  static let all = Flag("all", "Purge everything")
  static let yes = Flag("yes", short: "y", "Purge without confirmation")
  static let repair = Flag("repair", "Remove damaged entries")
  let options = [all.definition, yes.definition, repair.definition]
  let firstWords = ["stats", "warm", "purge", "verify", "export", "import"]
  let operands = 1...2

  func offer(after operands: [String]) -> OperandOffer {
    .words(operands.isEmpty ? firstWords : operands == ["purge"] ? Kinds.standard.all.map(\.name.text) : [])
  }

  /// What takes longer for a larger cache has no time limit unless `--timeout` is given.
  func isBounded(_ arguments: Arguments) -> Bool {
    !["warm", "verify", "export", "import"].contains(arguments.operands.first) || arguments[CommonOptions.timeout] != nil
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let subcommand = arguments.operands[0]
    let rest = arguments.operands.dropFirst()
    if arguments[Self.repair], subcommand != "verify" {
      throw .usage("--repair belongs to holocron cache verify", field: "--repair")
    }
    if subcommand != "purge", let flag = [Self.all, Self.yes].first(where: { arguments[$0] }) {
      throw .usage("--\(flag.definition.name) belongs to holocron cache purge", field: "--\(flag.definition.name)")
    }
    if ["export", "import"].contains(subcommand), rest.first?.isEmpty == true {
      throw .usage("the name of the file is empty; usage: holocron cache \(subcommand) FILE", field: subcommand)
    }
    if ["stats", "warm", "verify"].contains(subcommand), let extra = rest.first {
      throw .usage("unexpected argument \(extra.quoted); usage: holocron cache \(subcommand)", field: extra)
    }
    switch subcommand {
    case "stats":
      // Starts a bus if there is none, and fails without a cache worker.
      let first = try await context.repository.ask(StatsRequest(), of: .cache)
      let attached = AttachedServices(try await context.repository.brokerStatistics())
      let workers = attached.workers(.cache)
      let all = workers > 1 ? await context.repository.statistics(of: .cache, workers).workers : [first]
      context.show(CacheReport(statistics: ServiceSums.statistics(of: all) ?? first).document)
    case "warm": return try await CacheWarming(context: context).run()
    case "verify": return try await CacheVerification(context: context, repairs: arguments[Self.repair]).run()
    case "export": return try await CacheExport(context: context, path: rest.first.flatMap { $0 == "-" ? nil : $0 }).run()
    case "import":
      guard let path = rest.first else { throw .usage("missing argument; usage: holocron cache import FILE", field: "import") }
      return try await CacheImport(
        context: context, path: path == "-" ? nil : path, limit: arguments[CommonOptions.timeout] == nil ? nil : context.deadline
      ).run()
    case "purge": return try await purge(try await Self.scope(rest.first, arguments, context), arguments, context)
    default: throw unknownSubcommand(subcommand)
    }
    return .success
  }

  private static func scope(_ word: String?, _ arguments: Arguments, _ context: Context) async throws(Problem) -> PurgeRequest.Scope {
    switch (word, arguments[all]) {
    case (nil, true): return .everything
    case (nil, false): throw .usage("missing argument; usage: holocron cache purge KIND/ID, KIND or --all", field: "purge")
    case (let word?, true): throw .usage("--all and \(word.quoted) cannot be combined", field: "--all")
    case (let word?, false):
      if let kind = context.kinds.kind(called: word) { return .kind(kind.name) }
      do { return .record(try await context.find([word])[0]) } catch {
        throw context.kinds.names(like: word).isEmpty ? error : .unknownKind(word, context.kinds)
      }
    }
  }

  private func purge(_ scope: PurgeRequest.Scope, _ arguments: Arguments, _ context: Context) async throws(Problem) -> ExitCode {
    let question: Phrase =
      switch scope {
      case .everything: .purgeEverything
      case .kind(let kind): .purgeKind(context.language.title(of: kind) ?? kind.text)
      case .record(let reference): .purgeRecord(reference.description)
      }
    if !arguments[Self.yes] {
      let all = scope == .everything ? "holocron cache purge --all" : nil
      guard try context.isConfirmed(question, removingAll: all) else { return .failure }
    }
    let language = context.reportLanguage
    let purged = try await context.repository.ask(PurgeRequest(scope))
    context.show([LabeledValue(language.say(.removed), language.say(.entries(purged)))], json: ["purged": .number(purged)])
    return .success
  }
}
