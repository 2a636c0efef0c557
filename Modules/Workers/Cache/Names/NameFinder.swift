import Contracts
import MessageBus
import Models
import OrderedJSON

/// Finds the record that a name refers to. Reads the names of fully cached lists. For every other kind, asks the search worker and requests
/// one page of the origin's own search, and a second page for a fragment of the name if nothing matches. Never fetches a whole list.
struct NameFinder: Sendable {
  /// Time for suggestions, which are requested beside the origin's search. A search worker answers from memory.
  private static let suggestionTimeout: Duration = .seconds(1)
  /// Number of suggestions in the problem of an unknown name.
  private static let suggestionLimit = 3

  let lists: ListReader
  let suggester: (any Suggester)?
  let kinds: Kinds

  /// Throws the problems of ``NameLookupRequest``, and those of the origin's search.
  func find(_ request: NameLookupRequest, _ caller: Caller) async throws(Problem) -> NameIndex.Entry {
    // No name matches a text without letters and digits.
    guard !FoldedText(request.text).compact.isEmpty else { return try request.match(in: []) }
    let wanted = request.kind.map { [$0] } ?? kinds.all.map(\.name)
    var names = try await cachedNames(of: wanted, request, caller)
    let missing = wanted.filter { names[$0] == nil }
    var suggested: [NameIndex.Entry]?
    if !missing.isEmpty {
      async let pendingSuggestions = suggestedNames(request, caller)
      try await addSearchResults(for: request.text, missing, request, caller, to: &names)
      let suggestions = await pendingSuggestions
      suggested = suggestions
      // After the origin's names, because the index may lag behind.
      for entry in suggestions where missing.contains(entry.reference.kind) { names[entry.reference.kind, default: []].append(entry) }
      if let fragment = Self.fragment(of: request.text), Self.isUnknown(request.text, names.values.flatMap(\.self)) {
        try await addSearchResults(for: fragment, missing, request, caller, to: &names)
      }
    }
    var seen: Set<Reference> = []
    let entries = wanted.flatMap { names[$0] ?? [] }.filter { seen.insert($0.reference).inserted }
    do { return try request.match(in: entries) } catch {
      guard error.type == ProblemType.notFound else { throw error }
      guard !request.validation.onlyIfCached || missing.isEmpty else { throw .notCached(missing) }
      if suggested == nil { suggested = await suggestedNames(request, caller) }
      throw error.suggesting(Array((suggested ?? []).prefix(Self.suggestionLimit)))
    }
  }

  private static func isUnknown(_ text: String, _ entries: [NameIndex.Entry]) -> Bool {
    if case .unknown = NameIndex(entries).find(text) { true } else { false }
  }

  /// Returns the names of the kinds whose lists are fully cached, and none of the kinds that the origin does not offer.
  private func cachedNames(
    of wanted: [KindName], _ request: NameLookupRequest, _ caller: Caller
  ) async throws(Problem) -> [KindName: [NameIndex.Entry]] {
    let validation = Validation(revalidate: request.validation.revalidate, onlyIfCached: true)
    let results = await forEach(wanted) { kind in
      var names = KindNames(kind)
      do throws(Problem) {
        let list = try ListQuery(ListRequest(kind, .all), kinds: kinds).list
        await lists.allPages(list, validation, caller) { names.add($0, kinds) }
      } catch { names.problem = error }
      return names
    }
    var names: [KindName: [NameIndex.Entry]] = [:]
    for result in results {
      switch result.problem {
      case nil: names[result.kind] = result.entries
      case let problem? where problem.type == ProblemType.notFound: names[result.kind] = []
      case let problem?: guard problem.type == ProblemType.notCached else { throw problem }
      }
    }
    return names
  }

  /// Adds the first page that the origin's own search finds in each kind.
  private func addSearchResults(
    for text: String, _ wanted: [KindName], _ request: NameLookupRequest, _ caller: Caller, to names: inout [KindName: [NameIndex.Entry]]
  ) async throws(Problem) {
    let results = await forEach(wanted) { kind in
      var names = KindNames(kind)
      names.add(await lists.page(ListPage(kind, search: text), request.validation, caller), kinds)
      return names
    }
    for result in results {
      // A search that is not cached and must not be fetched may still leave a match among the cached names.
      if let problem = result.problem, ![ProblemType.notFound, ProblemType.notCached].contains(problem.type) { throw problem }
      names[result.kind, default: []] += result.entries
    }
  }

  /// Returns the records that the search worker suggests, best first.
  private func suggestedNames(_ request: NameLookupRequest, _ caller: Caller) async -> [NameIndex.Entry] {
    guard let suggester, !request.validation.onlyIfCached else { return [] }
    caller.releaseCredit()
    let matches = await suggester.suggestions(
      for: request.text, client: caller.client, within: min(caller.remaining, Self.suggestionTimeout))
    return matches.map { NameIndex.Entry($0.reference, $0.name) }
  }

  /// Runs `work` for all kinds concurrently and returns the results in their order.
  private func forEach(_ wanted: [KindName], _ work: @escaping @Sendable (KindName) async -> KindNames) async -> [KindNames] {
    await withTaskGroup(of: KindNames.self) { group in
      for kind in wanted { group.addTask { await work(kind) } }
      var results: [KindName: KindNames] = [:]
      for await result in group { results[result.kind] = result }
      return wanted.compactMap { results[$0] }
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

/// The names on pages of one kind's list, or the problem of the first page that is missing.
private struct KindNames: Sendable {
  let kind: KindName
  var entries: [NameIndex.Entry] = []
  var problem: Problem?

  init(_ kind: KindName) { self.kind = kind }

  mutating func add(_ result: LookupResult, _ kinds: Kinds) {
    let body: [UInt8]
    switch result {
    case .problem(let problem, _):
      self.problem = problem
      return
    case .entry(let entry, _):
      guard entry.status == 200 else {
        problem = Problem(entry.status, "not found", type: ProblemType.notFound)
        return
      }
      body = entry.body
    }
    do throws(Problem) {
      for item in try PageBody(body).items {
        guard let id = item["id"]?.int, let name = kinds.name(of: item, kind) else { continue }
        entries.append(NameIndex.Entry(Reference(kind, id), name))
      }
    } catch { problem = error }
  }
}

extension Problem {
  fileprivate static func notCached(_ kinds: [KindName]) -> Problem {
    Problem(
      504, "not cached",
      detail: "the names of \(kinds.map(\.text).joined(separator: ", ")) are not cached, and the request does not allow a fetch",
      type: ProblemType.notCached)
  }
}
