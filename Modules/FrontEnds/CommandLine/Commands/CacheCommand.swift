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
  let examples: [HelpRow] = [
    ("holocron cache warm", "fetch everything once"), ("holocron cache purge people --yes", "remove all people"),
    ("holocron cache verify --repair", "check every entry"),
    ("holocron cache export cache.jsonl", "copy the cache to a file"),
    ("holocron cache import cache.jsonl", "and back"),
  ]
  static let all = Flag("all", "Purge everything")
  static let yes = Flag("yes", short: "y", "Purge without confirmation")
  static let repair = Flag("repair", "Remove damaged entries")
  let options = [all.definition, yes.definition, repair.definition]
  let firstWords = ["stats", "warm", "purge", "verify", "export", "import"]
  let operands = 1...2

  func offer(after operands: [String]) -> OperandOffer {
    .words(operands.isEmpty ? firstWords : operands == ["purge"] ? KindOption.words : [])
  }

  /// What takes longer for a larger cache has no time limit unless `--timeout` is given.
  func isBounded(_ arguments: Arguments) -> Bool {
    !["warm", "verify", "export", "import"].contains(arguments.operands.first) || arguments[CommonOptions.timeout] != nil
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let subcommand = arguments.operands[0]
    let word = arguments.operands.dropFirst().first
    let owners = [(Self.repair, "verify"), (Self.all, "purge"), (Self.yes, "purge")]
    if let (flag, owner) = owners.first(where: { arguments[$0.0] && subcommand != $0.1 }) {
      let name = "--\(flag.definition.name)"
      throw .usage("\(name) belongs to holocron cache \(owner)", field: name)
    }
    if ["export", "import"].contains(subcommand), word?.isEmpty == true {
      throw .usage("the name of the file is empty; usage: holocron cache \(subcommand) FILE", field: subcommand)
    }
    if ["stats", "warm", "verify"].contains(subcommand), let word {
      throw .usage("unexpected argument \(word.quoted); usage: holocron cache \(subcommand)", field: word)
    }
    let path = word == "-" ? nil : word
    switch subcommand {
    case "stats":
      // Starts a bus if there is none, and fails without a cache worker.
      let first = try await context.repository.ask(StatsRequest(), of: .cache)
      let workers = try await context.repository.broker().count(of: .cache)
      let all = workers > 1 ? await context.repository.statistics(of: .cache, workers) : [first]
      context.show(ServiceSums.report(ofCache: ServiceSums.statistics(of: all) ?? first))
    case "warm": return try await CacheWarming(context: context).run()
    case "verify": return try await CacheCopy(context: context, path: nil).verify(repairs: arguments[Self.repair])
    case "export": return try await CacheCopy(context: context, path: path).export()
    case "import":
      if word == nil { throw .usage("missing argument; usage: holocron cache import FILE", field: "import") }
      return try await CacheCopy(context: context, path: path).add(
        within: arguments[CommonOptions.timeout] == nil ? nil : context.deadline)
    case "purge": return try await purge(word, arguments, context)
    default: throw unknownSubcommand(subcommand)
    }
    return .success
  }

  private func purge(_ word: String?, _ arguments: Arguments, _ context: Context) async throws(Problem) -> ExitCode {
    let (scope, question): (PurgeRequest.Scope, Phrase)
    switch (word, arguments[Self.all]) {
    case (nil, true): (scope, question) = (.everything, Phrase("Purge everything?"))
    case (nil, false): throw .usage("missing argument; usage: holocron cache purge KIND/ID, KIND or --all", field: "purge")
    case (let word?, true): throw .usage("--all and \(word.quoted) cannot be combined", field: "--all")
    case (let word?, false):
      if let kind = context.kinds.kind(called: word)?.name {
        (scope, question) = (.kind(kind), .purgeKind(context.language.title(of: kind) ?? kind.text))
      } else {
        do {
          let reference = try await context.find([word])[0]
          (scope, question) = (.record(reference), Phrase("Purge {record}?", .text("\(reference)")))
        } catch {
          guard let kind = await context.otherKinds().first(where: { $0.text == word }) else {
            throw context.kinds.names(like: word).isEmpty ? error : .unknownKind(word, context.kinds)
          }
          (scope, question) = (.kind(kind), .purgeKind(kind.text))
        }
      }
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

/// `holocron cache warm`: requests the lists of all kinds, so that the cache stores the records on their pages, and then the records that it
/// lacks nevertheless.
struct CacheWarming: Sendable {
  let context: Context
  /// The maximum number of concurrent requests: enough to keep the fetchers busy without crowding out other front-ends.
  private static let maximumInFlight = 16

  private struct Tally: Sendable {
    var done = 0
    var failures: [(reference: Reference, problem: Problem)] = []
    /// The first problem with a Retry-After from the origin (RFC 9110 section 10.2.3): any earlier request to it is pointless.
    var slowDown: Problem?
  }

  /// Requests all records and prints a summary. Returns ``ExitCode/failure`` if some requests failed, as rsync and gh do, or if a list is
  /// incomplete: the cache lacks records that a script may rely on. Throws the first problem if every request failed. If the origin asks to
  /// slow down, sends no further requests and throws a problem with the same Retry-After.
  func run() async throws(Problem) -> ExitCode {
    let begin = ContinuousClock.now
    let progress = ProgressDisplay(context, .verbatim("reading the lists"))
    defer { progress.clear() }
    // The list of a kind that the origin does not offer is empty, so there is no need to wait for the kinds. Other commands ask for them.
    async let kinds = context.repository.availableKinds(of: context.kinds)
    let lists = try await lists()
    let references = lists.flatMap(\.references)
    var cached = Set(lists.lazy.filter(\.isStored).flatMap(\.references))
    if cached.count < references.count { cached.formUnion(await self.cached(references.filter { !cached.contains($0) })) }
    var tally = Tally(done: cached.count)
    _ = await kinds
    progress.show(.verbatim("fetching"))
    await request(references.filter { !cached.contains($0) }, &tally) { done in progress.show(done: done, of: references.count) }
    progress.clear()
    if let first = tally.failures.first, tally.failures.count == tally.done { throw first.problem }
    report(tally, bytes: lists.reduce(0) { $0 + $1.bytes }, begin.duration(to: .now))
    if let slowDown = tally.slowDown {
      let remaining = references.count - tally.done + tally.failures.count
      throw Problem(
        slowDown.status, "the origin asks to slow down",
        detail: "\(remaining) of \(references.count) records are missing; to continue, run holocron cache warm again",
        type: slowDown.type, retryAfter: slowDown.retryAfter)
    }
    for failure in tally.failures.prefix(5) {
      context.note("holocron: couldn't fetch \(failure.reference): \(failure.problem.sentence(in: English()))")
    }
    let incomplete = lists.filter { $0.missing > 0 }
    for list in incomplete {
      let missing = NumberFormat.english.counted(list.missing, "more record", "more records")
      context.note("The list of \(list.kind.text) is incomplete: the origin counts \(missing) than it returned.")
    }
    return tally.failures.isEmpty && incomplete.isEmpty ? .success : .failure
  }

  /// Returns the lists of all kinds. Incomplete lists are revalidated, because their missing records may be available by now.
  private func lists() async throws(Problem) -> [KindReferences] {
    let begin = ContinuousClock.now
    let lists = try await context.repository.references(of: context.kinds.all.map(\.name))
    let incomplete = lists.filter { $0.missing > 0 }.map(\.kind)
    guard !incomplete.isEmpty else { return lists }
    // Pages that this command has caused to be fetched are not fetched again.
    let validation = Validation(maxAge: begin.duration(to: .now).components.seconds + 1)
    // If the origin fails, the cached lists still say how much is missing.
    guard let revalidated = try? await context.repository.references(of: incomplete, validation: validation) else { return lists }
    return lists.map { list in revalidated.first { $0.kind == list.kind && $0.missing < list.missing } ?? list }
  }

  /// Returns those of `references` that the cache holds, without fetching the others.
  private func cached(_ references: [Reference]) async -> Set<Reference> {
    var cached: Set<Reference> = []
    await context.repository.names(of: references, isFetching: false) { names in
      for name in names { if case .label = name.content { cached.insert(name.reference) } }
    }
    return cached
  }

  private func request(_ references: [Reference], _ tally: inout Tally, progress: (_ done: Int) -> Void) async {
    await withTaskGroup(of: (reference: Reference, problem: Problem?).self) { group in
      var (rest, inFlight) = (references[...], 0)
      while true {
        while tally.slowDown == nil, inFlight < Self.maximumInFlight, let reference = rest.popFirst() {
          inFlight += 1
          group.addTask {
            do throws(Problem) { _ = try await context.repository.record(reference) } catch { return (reference, error) }
            return (reference, nil)
          }
        }
        guard let outcome = await group.next() else { return }
        inFlight -= 1
        tally.done += 1
        if let problem = outcome.problem {
          tally.failures.append((outcome.reference, problem))
          let asksToSlowDown = problem.retryAfter != nil && (problem.status == 429 || problem.type == ProblemType.origin)
          if asksToSlowDown { tally.slowDown = tally.slowDown ?? problem }
        }
        progress(tally.done)
      }
    }
  }

  private func report(_ tally: Tally, bytes: Int, _ elapsed: Duration) {
    let seconds = Double(elapsed.wholeMilliseconds) / 1_000
    let failed = tally.failures.map(\.reference).sorted()
    let cached = tally.done - failed.count
    func records(_ count: Int) -> String { NumberFormat.english.counted(count, "record", "records") }
    context.show(
      [
        LabeledValue("Cached", "\(records(cached)), \(NumberFormat.english.bytes(bytes))", .good),
        LabeledValue("Took", NumberFormat.english.elapsed(seconds)),
      ] + (failed.isEmpty ? [] : [LabeledValue("Failed", records(failed.count), .bad)]),
      json: [
        "records": .number(cached), "bytes": .number(bytes), "seconds": .number(seconds),
        "failed": .array(failed.map { .string($0.description) }),
      ])
  }
}
