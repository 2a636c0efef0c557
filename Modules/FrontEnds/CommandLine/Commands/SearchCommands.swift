import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// `holocron search WORDS`: finds records of all kinds by the text of any field.
struct SearchCommand: Command {
  let name = "search"
  let summary = "Find records of all kinds by name or by any field"
  let usage = ["WORDS… [--kind KIND] [--sort KEY [--reverse]] [--limit N]"]
  let details = [
    "Matches in names rank above matches in other fields; case, accents and small typos are ignored. With --sort, records without a value come "
      + "last.",
    "Filters narrow a search. FIELD:WORD finds records whose field contains the word: homeworld:tatooine. FIELD=VALUE compares the whole value: "
      + "gender=male. FIELD>NUMBER, >=, < and <= compare numbers and dates: 'mass>100'; a list such as films is compared by its length: "
      + "'films>=3'. kind:people,planets chooses kinds. A dash before a word or a filter excludes what it finds: 'luke -droid', "
      + "'skywalker -gender:male'. \"death star\" is a phrase. Quote a search that has a dash, <, > or double quotes.",
    "Searches are saved for holocron history, unless --no-remember is given.",
  ]
  let examples: [HelpRow] = [
    ("holocron search tatoine", "Tatooine and its people"), ("holocron search homeworld:naboo gungan", "with a filter"),
    ("holocron search kind:people --sort mass --reverse", "the heaviest first"),
    ("holocron search '\"death star\" -kind:films'", "a phrase, but no films"),
  ]
  static let kind = KindOption.option("Show only records of this kind")
  static let sort = Option(
    "sort", "KEY", "Sort by this field instead of by relevance: name, or a sort key of a kind, such as mass",
    offering: sortKeys(of: nil, .standard))
  static let reverse = Flag("reverse", "Reverse the order of --sort")
  static let limit = Option("limit", "N", "Show at most N records (default \(SearchRequest.defaultLimit))", in: 1...SearchRequest.maxLimit)
  static let noRemember = Flag("no-remember", "Don't save the search to the history")
  let options = [kind.definition, sort.definition, reverse.definition, limit.definition, noRemember.definition]
  let takesText = true
  let operands = 1...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let text = arguments.operands.joined(separator: " ")
    let isBlank = text.allSatisfy(\.isWhitespace)
    if let problem = Problem.incompleteFilter(in: text, context.kinds) { throw problem }
    let kind = try await KindOption.parse(arguments[Self.kind], context)
    let order = try Self.order(arguments, kind, context)
    // Without words, everything is listed.
    let limit = arguments[Self.limit] ?? (isBlank ? SearchRequest.maxLimit : SearchRequest.defaultLimit)
    let request = SearchRequest(text, kind: kind, limit: limit, order: order)
    let answer = try await context.askSearch(request)
    if !arguments[Self.noRemember], !isBlank { await saveToHistory(text, context) }
    if let correction = answer.correction { context.note(context.language.say("Showing results for {text}", .text(correction.printable))) }
    // A terminal has a hint instead.
    if !context.terminal.output.isTerminal, arguments[Self.limit] == nil, let note = Self.cutNote(for: answer) { context.note(note) }
    context.show(matchesReport(answer.matches, try context.wording(), isSorted: order != nil))
    if let hint = Self.hint(for: answer, context.language) { context.hint(hint) }
    // A pipe or a file gets nothing, which looks like a failure. JSON is an empty list.
    if answer.matches.isEmpty, !context.terminal.output.isTerminal, !context.isForPrograms {
      context.note(.nothingFound(answer.query.printable))
    }
    if let note = answer.coverage.incompleteIndexNote { context.note(context.language.say(note)) }
    if answer.coverage.isFull { context.note("holocron: \(StorageWarning(.full, .index))") }
    return .success
  }

  /// Returns the order given by `--sort` and `--reverse`; `nil` without them. Throws a 400 for a key by which no record can be sorted.
  private static func order(_ arguments: Arguments, _ kind: KindName?, _ context: Context) throws(Problem) -> SearchOrder? {
    guard let key = arguments[sort] else {
      if arguments[reverse] { throw .usage("--reverse needs --sort KEY", field: "--reverse") }
      return nil
    }
    let known = sortKeys(of: kind, context.kinds)
    // A label may belong to different fields: Class to starshipClass and vehicleClass.
    let meant = Set(
      context.kinds.all.filter { kind == nil || $0.name == kind }.compactMap { Wording(context.language).field(key, of: $0)?.key })
    let found = known.contains(key) ? [key] : known.filter(meant.contains)
    guard found.count == 1 else { throw .unknown("sort key", key, field: "--sort", among: known, like: found) }
    return SearchOrder(found[0], isDescending: arguments[reverse])
  }

  /// The sort keys of a kind, or those of all kinds, each once.
  private static func sortKeys(of kind: KindName?, _ kinds: Kinds) -> [String] {
    var seen: Set<String> = []
    let keys = ["name"] + kinds.all.filter { kind == nil || $0.name == kind }.flatMap(\.sortKeys)
    return keys.filter { seen.insert($0).inserted }
  }

  /// Saves the search to the history. A failure is only a note, because the search itself succeeded.
  private func saveToHistory(_ text: String, _ context: Context) async {
    do throws(Problem) { _ = try await context.repository.ask(HistoryRequest(.remember(text), limit: 1), of: .search) } catch {
      context.note(Phrase("couldn't save this search to history: {problem}", .text(error.sentence(in: context.language))))
    }
  }

  /// Returns a note if there are more results than shown.
  private static func cutNote(for answer: SearchAnswer) -> Phrase? {
    guard answer.count > answer.matches.count else { return nil }
    let next = min(answer.count, SearchRequest.maxLimit)
    return .bestOnly(answer.matches.count, of: answer.count, option: "--limit \(next)")
  }

  /// Returns a hint if there are no results, or more results than shown.
  static func hint(for answer: SearchAnswer, _ language: any Language = English()) -> String? {
    if answer.matches.isEmpty { return language.say(.nothingFound(answer.query.printable)) }
    guard let note = cutNote(for: answer).map(language.say) else { return nil }
    return note.prefix(1).uppercased() + note.dropFirst()
  }
}

/// `holocron suggest TEXT`: completes text to names of records.
struct SuggestCommand: Command {
  let name = "suggest"
  let summary = "Complete text to names of records"
  let usage = ["[TEXT] [--kind KIND] [--limit N]"]
  let details = ["For completion in shells and editors. Without TEXT, recommends records; the recommendations change once a day."]
  let examples: [HelpRow] = [
    ("holocron suggest mil", "names that start with mil"), ("holocron suggest", "today's recommendations"),
    ("holocron suggest l --kind people -o plain | cut -f2", "only the references"),
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
        text, kind: try await KindOption.parse(arguments[Self.kind], context), limit: arguments[Self.limit] ?? SuggestRequest.defaultLimit))
    context.show(matchesReport(matches, try context.wording()))
    if matches.isEmpty { context.hint(context.language.say(.noNames(nil, text.printable))) }
    return .success
  }
}

/// `holocron history [clear | remove TEXT]`: shows or changes the search history.
struct HistoryCommand: Command {
  let name = "history"
  let summary = "Show or clear the search history"
  let usage = ["[--limit N]", "remove TEXT", "clear [--yes]"]
  let details = [
    "Lists each search once, newest first, from all front-ends. remove deletes one search; clear deletes all: on a terminal it asks for "
      + "confirmation, otherwise it needs --yes."
  ]
  let examples: [HelpRow] = [
    ("holocron history", "recent searches"), ("holocron history remove tatoine", "delete one search"),
    ("holocron history clear --yes", "delete all searches"),
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
      if let warning = history.warning { context.note("holocron: \(warning.description.printable)") }
      if history.entries.isEmpty { context.hint(context.language.say("The search history is empty.")) }
    case "clear":
      guard text.isEmpty else { throw .usage("unexpected argument \(text.quoted); usage: holocron history clear", field: text) }
      if !arguments[Self.yes] {
        guard try context.isConfirmed(Phrase("Clear the search history?"), removingAll: "holocron history clear") else { return .failure }
      }
      try await remove(nil, context)
    case "remove":
      guard !text.isEmpty else { throw .usage("missing argument; usage: holocron history remove TEXT", field: "remove") }
      try await remove(text, context)
    case let subcommand?: throw unknownSubcommand(subcommand)
    }
    return .success
  }

  /// Removes a search, or all of them for `nil`, and reports how many that were.
  private func remove(_ text: String?, _ context: Context) async throws(Problem) {
    let before = try await context.askSearch(HistoryRequest(), needsIndex: false).entries
    let request = HistoryRequest(text.map { .remove($0) } ?? .removeAll)
    let count = max(0, before.count - (try await context.askSearch(request, needsIndex: false).entries.count))
    if let text, count == 0 {
      let similar = suggestions(for: text, among: before.map(\.text))
      var problem = Problem(404, "not found", detail: "no search \(text.quoted) in the history", type: ProblemType.notFound)
      if !similar.isEmpty { problem.extensions["suggestions"] = .array(similar.map { .string($0) }) }
      throw problem
    }
    let language = context.reportLanguage
    context.show([LabeledValue(language.say(.removed), language.say(.searches(count)))], json: ["forgotten": .number(count)])
  }
}

/// `holocron path A B`: shows how two records are connected.
struct PathCommand: Command {
  let name = "path"
  let summary = "Show the shortest chain of references between two records"
  let usage = ["A B", "A to B"]
  let details = [
    "A and B are references or names, as for holocron show. Quote names of several words, or put 'to' between the two. References count "
      + "in both directions: a down arrow marks a field of the record above, an up arrow a field of the record in the same row."
  ]
  let examples: [HelpRow] = [
    ("holocron path luke jabba", "by name"),
    ("holocron path leia organa to millennium falcon", "names of several words"),
    ("holocron path people/1 planets/9 --json", "as JSON"),
  ]
  let takesText = true
  let operands = 2...Int.max

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let ends = try await context.find(Self.ends(arguments.operands))
    let path = try await context.askSearch { () throws(Problem) in
      try await context.repository.path(PathRequest(from: ends[0], to: ends[1]))
    }
    context.show(PathReport(path: path, wording: try context.wording()))
    let steps = path.steps.count
    context.hint(context.language.say(steps == 0 ? Phrase("Both names refer to the same record.") : .steps(steps)))
    return .success
  }

  /// Splits the operands into two names: two words, or the words before and after a single `to`.
  static func ends(_ words: [String]) throws(Problem) -> [String] {
    if words.first == "to" || words.last == "to" {
      throw .usage("missing name \(words.first == "to" ? "before" : "after") 'to'; usage: holocron path NAME to NAME", field: "to")
    }
    if words.count == 2 { return words }
    let halves = words.split(separator: "to", omittingEmptySubsequences: false)
    guard halves.count == 2 else {
      throw .usage(
        "unexpected argument \(words[2].quoted); quote names of several words, or use holocron path NAME to NAME", field: words[2])
    }
    return halves.map { $0.joined(separator: " ") }
  }
}

extension Problem {
  /// Returns the problem of the first filter in `text` that has no value, such as `mass>`. The search takes it for a word, because a person may
  /// still be typing; on a command line it is a mistake.
  static func incompleteFilter(in text: String, _ kinds: Kinds) -> Problem? {
    for term in QueryTerm.parse(text) {
      guard case .word(let word) = term.content, let end = word.firstIndex(where: FieldComparison.characters.contains),
        word[end...].allSatisfy(FieldComparison.characters.contains)
      else { continue }
      let name = String(word[..<end])
      let field = kinds.all.lazy.compactMap { Wording.standard.field(name, of: $0) }.first
      let isKind = name.lowercased() == "kind"
      guard let example = isKind ? kinds.all.first?.name.text : field.map({ $0.exampleOperand ?? "WORD" }) else { continue }
      let typed = (term.isNegated ? "-" : "") + word
      return .usage("\(typed.quoted) needs a value, such as \(word.shortened)\(example)", field: typed)
    }
    return nil
  }
}

extension Context {
  /// Sends a request to the search service. Throws ``Problem/noSearchWorkerInFleet`` or ``Problem/noSearchWorker`` at once if no worker is
  /// expected. On a bus that just started, or while a lost worker may return, waits for the worker, and for its index if `needsIndex`.
  func askSearch<C: Contract>(_ contract: C, needsIndex: Bool = true) async throws(Problem) -> C.Answer {
    try await askSearch(needsIndex: needsIndex) { () throws(Problem) in try await repository.ask(contract, of: .search) }
  }

  /// Runs `ask`, which sends a request to the search service, under the same conditions.
  func askSearch<Answer>(needsIndex: Bool = true, _ ask: () async throws(Problem) -> Answer) async throws(Problem) -> Answer {
    let broker = try await repository.broker()
    let isStarting = broker.isNew || broker.awaits(.search)
    if !broker.offers(.search) {
      if WorkerKind.search.isUnwanted(in: launcher.ownFleet) { throw .noSearchWorkerInFleet }
      guard isStarting else { throw .noSearchWorker }
    }
    do {
      if needsIndex, isStarting { try await waitForIndex() }
      return try await ask()
    } catch {
      throw error.type == ProblemType.noWorker ? .noSearchWorker : error
    }
  }

  /// Polls the index of the search worker every 20 ms until it is complete, for at most about 5 s, or 0.5 s in a row without growth.
  private func waitForIndex() async throws(Problem) {
    let progress = ProgressDisplay(self, .verbatim("indexing"))
    defer { progress.clear() }
    var indexed = -1
    var polls = 0
    var idlePolls = 0
    while polls < 250, idlePolls < 25 {
      let worker = try await repository.ask(StatsRequest(), of: .search)
      let index = BusSnapshot(BusStatistics(broker: .null, workers: [ServiceName.search.text: [worker]])).indexed
      if index?.isComplete == true { return }
      let records = index?.records ?? 0
      idlePolls = records > indexed ? 0 : idlePolls + 1
      indexed = max(indexed, records)
      polls += 1
      // The total grows while the lists arrive, so a share of it would be wrong.
      if indexed > 0 { progress.show(.verbatim("\(NumberFormat.english.counted(indexed, "record", "records")) indexed")) }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .cancelled }
    }
  }
}

extension Problem {
  static let noSearchWorkerInFleet = Problem(
    503, "the fleet runs no search worker", detail: "start one with \(WorkerKind.search.startCommand)", type: ProblemType.noWorker,
    extensions: ["service": .string(ServiceName.search.text), "start": .string(WorkerKind.search.startCommand)])
  static let noSearchWorker = Problem(
    503, "no search worker is attached", detail: "start one with holocron-search", type: ProblemType.noWorker,
    extensions: ["service": .string(ServiceName.search.text), "start": "holocron-search"])
}

extension Coverage {
  /// A note that the index is incomplete and how to complete it; `nil` if it is complete.
  var incompleteIndexNote: Phrase? {
    isComplete ? nil : askedOrigin ? .originSearched(records, of: of) : .indexIncomplete(records, of: of)
  }
}
