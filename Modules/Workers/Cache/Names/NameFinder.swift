import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// Finds the record that a name refers to. Knows the names of fully cached lists. For every other kind, asks the search worker and requests
/// one page of the origin's own search, and a second page for a fragment of the name if nothing matches. Never fetches a whole list.
struct NameFinder: Sendable {
  /// Time for suggestions, which are requested beside the origin's search. A search worker answers from memory.
  private static let suggestionTimeout: Duration = .seconds(1)
  /// Number of suggestions in the problem of an unknown name.
  private static let suggestionLimit = 3
  /// Number of requests that may wait for suggestions. Further ones get none.
  private static let suggestionWaiterLimit = 64

  let lists: ListReader
  private let pageNames = PageNames()
  private let suggestions = SingleFlight<SuggestRequest, [Match]>(waiterLimit: suggestionWaiterLimit)

  private var context: CacheContext { lists.context }

  init(lists: ListReader) { self.lists = lists }

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
    let wanted = request.kind.map { [$0] } ?? context.kinds.all.map(\.name)
    var names: [KindName: [[FoldedName]]] = [:]
    if !request.validation.revalidate {
      for kind in wanted {
        guard let list = await cachedNames(of: kind, caller) else { continue }
        names[kind] = list.names
        if let listStatus = list.status { status = status.combined(with: listStatus) }
      }
    }
    let missing = wanted.filter { names[$0] == nil }
    /// Names in kinds that only the origin knows, which the search worker suggests.
    var others: [FoldedName] = []
    var index: NameIndex { NameIndex(folded: wanted.flatMap { names[$0] ?? [] } + [others]) }
    var references: Set<Reference> = []
    // The first name of a record counts.
    func add(_ entries: [NameIndex.Entry]) {
      for entry in entries {
        let (kind, name) = (entry.reference.kind, FoldedName(entry))
        let isOther = request.kind == nil && context.kinds[kind] == nil
        guard missing.contains(kind) || isOther, references.insert(entry.reference).inserted else { continue }
        if isOther { others.append(name) } else { names[kind, default: []].append([name]) }
      }
    }
    var suggested: [NameIndex.Entry]?
    if !missing.isEmpty {
      async let suggestions = suggestedNames(request, caller)
      add(try await searchResults(for: request.text, missing, request, caller, &status))
      // After the origin's names, because the index may lag behind.
      let found = await suggestions
      suggested = found
      add(found)
      if let fragment = Self.fragment(of: request.text), index.matches(request.text).isEmpty {
        add(try await searchResults(for: fragment, missing, request, caller, &status))
      }
    }
    do { return try request.match(in: index) } catch {
      guard error.type == ProblemType.notFound else { throw error }
      guard !request.validation.onlyIfCached || missing.isEmpty else {
        status = .local(.onlyIfCached)
        throw .notCached(missing)
      }
      if suggested == nil {
        let found = await suggestedNames(request, caller)
        suggested = found
        add(found)
        if let match = try? request.match(in: index) { return match }
      }
      let suitable = (suggested ?? []).filter { wanted.contains($0.reference.kind) }
      throw error.suggesting(Array(suitable.prefix(Self.suggestionLimit)))
    }
  }

  /// Returns the names on each page of the kind's list, and the status of the list; `nil` unless all pages are cached and may be served.
  /// Without names and status if the origin does not offer the kind.
  private func cachedNames(of kind: KindName, _ caller: Caller) async -> (names: [[FoldedName]], status: CacheStatus?)? {
    var names: [[FoldedName]] = []
    var ids: Set<Int> = []
    var status: CacheStatus?
    var (pages, isOffered) = (1, true)
    await lists.originPages(ListPage(kind), Validation(onlyIfCached: true), caller) { result in
      guard case .entry(let entry, let pageStatus) = result else { return }
      guard let order = entry.page, var folded = try? pageNames.names(on: entry, ListPage(kind, names.count + 1), context.kinds) else {
        isOffered = entry.status == 200
        return
      }
      // A record that the origin's list had on two pages, because it changed while it was read, is one record.
      if !ids.isDisjoint(with: order.ids) { folded.removeAll { ids.contains($0.entry.reference.id) } }
      ids.formUnion(order.ids)
      if names.isEmpty { pages = order.pages }
      names.append(folded)
      status = status?.combined(with: pageStatus) ?? pageStatus
    }
    guard isOffered else { return ([], nil) }
    return names.count == pages ? (names, status) : nil
  }

  /// Returns the names on the first page that the origin's own search finds in each kind.
  private func searchResults(
    for text: String, _ kinds: [KindName], _ request: NameLookupRequest, _ caller: Caller, _ status: inout CacheStatus
  ) async throws(Problem) -> [NameIndex.Entry] {
    let results = await withTaskGroup(of: (KindName, LookupResult).self) { group in
      for kind in kinds { group.addTask { (kind, await lists.page(ListPage(kind, search: text), request.validation, caller)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var names: [NameIndex.Entry] = []
    for kind in kinds {
      guard let result = results[kind] else { continue }
      status = status.combined(with: result.status)
      switch result {
      case .entry(let entry, _): if entry.status == 200 { names += try entry.names(of: kind, context.kinds) }
      // A search that is not cached and must not be fetched may still leave a match among the cached names.
      case .problem(let problem, _):
        if ![ProblemType.notFound, ProblemType.notCached].contains(problem.type) { throw problem }
      }
    }
    return names
  }

  /// Returns the records that the search worker suggests, best first; none if none is attached or it does not answer in time.
  private func suggestedNames(_ request: NameLookupRequest, _ caller: Caller) async -> [NameIndex.Entry] {
    guard !request.validation.onlyIfCached else { return [] }
    caller.releaseCredit()
    let suggest = SuggestRequest(request.text, kind: request.kind, limit: SuggestRequest.maxLimit)
    let result = await suggestions.join(suggest, within: min(caller.remaining, Self.suggestionTimeout), for: caller.client) {
      [services = context.services, client = caller.client] in
      guard await services.hasWorker(of: .search, within: Self.suggestionTimeout) else { return [] }
      let reply = await services.reply(of: .search, to: suggest.request.onBehalf(of: client), within: Self.suggestionTimeout)
      return reply.status == 200 ? (try? SuggestRequest.answer(reply)) ?? [] : []
    }
    guard case .finished(let matches, _) = result else { return [] }
    return matches.map { NameIndex.Entry($0.reference, $0.name) }
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

/// The names on cached pages, folded for comparison: each page is parsed once until it changes.
private final class PageNames: Sendable {
  /// Enough for the names of 200,000 records.
  private static let limits = StoreLimits(entries: 65_536, bytes: 64 << 20)

  private let pages = Mutex(LRUTable<ListPage, (digest: UInt64, names: [FoldedName])>(limits: limits))

  /// Returns the names of the records on `entry`, in order. Throws a 502 if the entry is not a page.
  func names(on entry: CacheEntry, _ page: ListPage, _ kinds: Kinds) throws(Problem) -> [FoldedName] {
    let digest = entry.pageDigest
    if let known = pages.withLock({ $0.use(page) { $0 } }), known.digest == digest { return known.names }
    let names = try entry.names(of: page.kind, kinds).map { FoldedName($0) }
    let size = names.reduce(256) { $0 + $1.size }
    pages.withLock { $0.insert((digest, names), for: page, size: size) }
    return names
  }
}

extension CacheEntry {
  /// The names of the records on a page, in order. Throws a 502 if the entry is not a page.
  fileprivate func names(of kind: KindName, _ kinds: Kinds) throws(Problem) -> [NameIndex.Entry] {
    try PageBody(body).items.compactMap { item in
      guard let id = item["id"]?.int, let name = kinds.name(of: item, kind) else { return nil }
      return NameIndex.Entry(Reference(kind, id), name)
    }
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
