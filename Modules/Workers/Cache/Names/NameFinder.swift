import Contracts
import MessageBus
import Models

/// Finds the record that a name refers to. Knows the names of fully cached lists. For every other kind, asks the search worker and requests
/// one page of the origin's own search, and a second page for a fragment of the name if nothing matches. Never fetches a whole list.
struct NameFinder: Sendable {
  /// Time for suggestions, which are requested beside the origin's search. A search worker answers from memory.
  private static let suggestionTimeout: Duration = .seconds(1)
  /// Number of suggestions in the problem of an unknown name.
  private static let suggestionLimit = 3

  let lists: ListReader
  let cachedNames: NameCache
  let suggester: (any Suggester)?
  let kinds: Kinds

  /// Returns the record, or a problem of ``NameLookupRequest`` or of the origin's search, and how the names were found.
  func find(_ request: NameLookupRequest, _ caller: Caller) async -> (Result<NameIndex.Entry, Problem>, CacheStatus) {
    var status = CacheStatus.local()
    do throws(Problem) { return (.success(try await find(request, caller, &status)), status) } catch { return (.failure(error), status) }
  }

  /// - Parameter status: combined with that of every list and search whose names are compared.
  private func find(
    _ request: NameLookupRequest, _ caller: Caller, _ status: inout CacheStatus
  ) async throws(Problem) -> NameIndex.Entry {
    // No name matches a text without letters and digits.
    guard !FoldedText(request.text).compact.isEmpty else { return try request.match(in: []) }
    let wanted = request.kind.map { [$0] } ?? kinds.all.map(\.name)
    let cached = await request.validation.revalidate ? [:] : listNames(of: wanted, caller)
    for list in cached.values { status = status.combined(with: list.status(at: lists.clock())) }
    var names = CandidateNames(of: wanted, cached: cached)
    let missing = names.missing
    var suggested: [NameIndex.Entry]?
    if !missing.isEmpty {
      async let pendingSuggestions = suggestedNames(request, caller)
      try await addSearchResults(for: request.text, missing, request, caller, to: &names, &status)
      let suggestions = await pendingSuggestions
      suggested = suggestions
      // After the origin's names, because the index may lag behind.
      names.add(suggestions)
      if let fragment = Self.fragment(of: request.text), names.index.matches(request.text).isEmpty {
        try await addSearchResults(for: fragment, missing, request, caller, to: &names, &status)
      }
    }
    do { return try request.match(in: names.index) } catch {
      guard error.type == ProblemType.notFound else { throw error }
      guard !request.validation.onlyIfCached || missing.isEmpty else {
        status = .local(.onlyIfCached)
        throw .notCached(missing)
      }
      if suggested == nil { suggested = await suggestedNames(request, caller) }
      let suitable = (suggested ?? []).filter { wanted.contains($0.reference.kind) }
      throw error.suggesting(Array(suitable.prefix(Self.suggestionLimit)))
    }
  }

  /// Returns the names of the kinds whose lists are fully cached.
  private func listNames(of wanted: [KindName], _ caller: Caller) async -> [KindName: ListNames] {
    await forEach(wanted) { kind in await cachedNames.names(of: kind, caller) }.compactMapValues(\.self)
  }

  /// Adds the first page that the origin's own search finds in each kind.
  private func addSearchResults(
    for text: String, _ wanted: [KindName], _ request: NameLookupRequest, _ caller: Caller, to names: inout CandidateNames,
    _ status: inout CacheStatus
  ) async throws(Problem) {
    let results = await forEach(wanted) { kind in await lists.page(ListPage(kind, search: text), request.validation, caller) }
    for kind in wanted {
      if let result = results[kind] { status = status.combined(with: result.status) }
      switch results[kind] {
      case .entry(let entry, _)? where entry.status == 200: names.add(try entry.names(of: kind, kinds))
      // A search that is not cached and must not be fetched may still leave a match among the cached names.
      case .problem(let problem, _)? where ![ProblemType.notFound, ProblemType.notCached].contains(problem.type): throw problem
      default: break
      }
    }
  }

  /// Returns the records that the search worker suggests, best first.
  private func suggestedNames(_ request: NameLookupRequest, _ caller: Caller) async -> [NameIndex.Entry] {
    guard let suggester, !request.validation.onlyIfCached else { return [] }
    caller.releaseCredit()
    let matches = await suggester.suggestions(
      for: request.text, of: request.kind, client: caller.client, within: min(caller.remaining, Self.suggestionTimeout))
    return matches.map { NameIndex.Entry($0.reference, $0.name) }
  }

  /// Runs `work` for all kinds concurrently.
  private func forEach<Result: Sendable>(
    _ wanted: [KindName], _ work: @escaping @Sendable (KindName) async -> Result
  ) async -> [KindName: Result] {
    await withTaskGroup(of: (KindName, Result).self) { group in
      for kind in wanted { group.addTask { (kind, await work(kind)) } }
      var results: [KindName: Result] = [:]
      for await (kind, result) in group { results[kind] = result }
      return results
    }
  }

  /// Returns a prefix of the longest word, because an origin's search compares letter by letter and would not find Padmé for `padme`. `nil`
  /// if the prefix would be too short to be useful, or the whole text.
  static func fragment(of text: String) -> String? {
    let longest = text.split { !$0.isLetter && !$0.isNumber }.max { $0.count < $1.count } ?? ""
    let letters = longest.prefix { $0.isLetter }
    // A name such as R2-D2 is written in many ways. All of them share the characters before the first change between letters and digits.
    let run = letters.count < longest.count && letters.count < 3 ? longest.prefix(2) : letters.prefix(max(2, letters.count / 2))
    guard run.count > 1, run.count < text.count else { return nil }
    return String(run)
  }
}

/// The names among which a lookup looks for a match, each record once, in the order of the kinds.
private struct CandidateNames {
  private let kinds: [KindName]
  private let cached: [KindName: ListNames]
  private var found: [KindName: [FoldedName]] = [:]
  private var references: Set<Reference> = []

  init(of kinds: [KindName], cached: [KindName: ListNames]) {
    self.kinds = kinds
    self.cached = cached
  }

  /// The kinds whose names are not all known.
  var missing: [KindName] { kinds.filter { cached[$0] == nil } }

  /// Adds names of the missing kinds. The first name of a record counts.
  mutating func add(_ entries: [NameIndex.Entry]) {
    for entry in entries where kinds.contains(entry.reference.kind) && cached[entry.reference.kind] == nil {
      guard references.insert(entry.reference).inserted else { continue }
      found[entry.reference.kind, default: []].append(FoldedName(entry))
    }
  }

  var index: NameIndex { NameIndex(folded: kinds.flatMap { cached[$0]?.groups ?? [found[$0] ?? []] }) }
}

extension Problem {
  fileprivate static func notCached(_ kinds: [KindName]) -> Problem {
    Problem(
      504, "not cached",
      detail: "the names of \(kinds.map(\.text).joined(separator: ", ")) are not cached, and the request does not allow a fetch",
      type: ProblemType.notCached)
  }
}
