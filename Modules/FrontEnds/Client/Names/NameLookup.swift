import Contracts
public import MessageBus
public import Models
import OrderedJSON

extension Repository {
  /// Returns the names and references of all records of the kinds `wanted`, in that order. Costs one streamed list per kind. A kind that
  /// the origin does not offer contributes no names.
  public func names(of wanted: [KindName], kinds: Kinds) async throws(Problem) -> [NameIndex.Entry] {
    let parts = await lists(wanted.map { ListRequest($0, .all) }, kinds)
    var entries: [NameIndex.Entry] = []
    for part in parts {
      if let problem = part.problem, problem.type != ProblemType.notFound { throw problem }
      entries += part.entries
    }
    return entries
  }

  /// Returns the kinds that the origin offers, in the order of `kinds`; all of `kinds` if the request fails.
  public func availableKinds(of kinds: Kinds) async -> [KindName] {
    let all = kinds.all.map(\.name)
    guard let available = try? await ask(KindsRequest()), !available.isEmpty else { return all }
    return all.filter(available.contains)
  }

  /// Returns names that `text` may refer to, of the kinds `wanted`. Reads fully cached lists from the cache. For every other kind, requests
  /// one page of the origin's own search, and a second page for a fragment of the text if nothing matches. Never fetches a whole list.
  func candidates(for text: String, of wanted: [KindName], kinds: Kinds) async throws(Problem) -> [NameIndex.Entry] {
    var found: [KindName: [NameIndex.Entry]] = [:]
    var missing: [KindName] = []
    for part in await lists(wanted.map { ListRequest($0, .all, validation: Validation(onlyIfCached: true)) }, kinds) {
      switch part.problem?.type {
      case nil: found[part.kind] = part.entries
      case ProblemType.notCached?: missing.append(part.kind)
      case ProblemType.notFound?: break
      default: if let problem = part.problem { throw problem }
      }
    }
    if !missing.isEmpty {
      for entry in await suggestedNames(text, missing) { found[entry.reference.kind, default: []].append(entry) }
      try await addSearchResults(text, missing, kinds, to: &found)
      if let fragment = Self.fragment(of: text), case .unknown = NameIndex(found.values.flatMap(\.self)).find(text) {
        try await addSearchResults(fragment, missing, kinds, to: &found)
      }
    }
    var seen: Set<Reference> = []
    return wanted.flatMap { found[$0] ?? [] }.filter { seen.insert($0.reference).inserted }
  }

  /// Returns the suggestions of the search worker; none if no search worker is attached.
  private func suggestedNames(_ text: String, _ wanted: [KindName]) async -> [NameIndex.Entry] {
    guard let statistics = try? await brokerStatistics(),
      let service = statistics["services"]?.array?.first(where: { $0["name"]?.string == ServiceName.search.text }),
      (service["workers"]?.int ?? 0) > 0,
      let matches = try? await ask(SuggestRequest(text, limit: SuggestRequest.maxLimit), of: .search)
    else { return [] }
    return matches.filter { wanted.contains($0.reference.kind) }.map { NameIndex.Entry($0.reference, $0.name) }
  }

  private func addSearchResults(
    _ text: String, _ wanted: [KindName], _ kinds: Kinds, to found: inout [KindName: [NameIndex.Entry]]
  ) async throws(Problem) {
    for part in await lists(wanted.map { ListRequest($0, asOrigin: true, search: text) }, kinds) {
      if let problem = part.problem, problem.type != ProblemType.notFound { throw problem }
      found[part.kind, default: []] += part.entries
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

  /// Sends all `requests` concurrently and returns the results in their order.
  private func lists(_ requests: [ListRequest], _ kinds: Kinds) async -> [KindNamesResult] {
    await withTaskGroup(of: (Int, KindNamesResult).self) { group in
      for (index, request) in requests.enumerated() { group.addTask { (index, await names(in: request, kinds)) } }
      var parts: [Int: KindNamesResult] = [:]
      while let (index, part) = await group.next() { parts[index] = part }
      return requests.indices.compactMap { parts[$0] }
    }
  }

  private func names(in request: ListRequest, _ kinds: Kinds) async -> KindNamesResult {
    do throws(Problem) {
      let page = try await list(request).page
      let entries = page.items.compactMap { item -> NameIndex.Entry? in
        guard let id = item["id"]?.int, let name = kinds.name(of: item, request.kind) else { return nil }
        return NameIndex.Entry(Reference(request.kind, id), name)
      }
      return KindNamesResult(kind: request.kind, entries: entries, problem: nil)
    } catch {
      return KindNamesResult(kind: request.kind, entries: [], problem: error)
    }
  }
}

/// The names of one kind, or the problem of the request. Not a `Result`, because the optimiser of Swift 6.3.1 reads the payload of the
/// wrong case when a `Result` in a tuple leaves a task group.
private struct KindNamesResult: Sendable {
  let kind: KindName
  let entries: [NameIndex.Entry]
  let problem: Problem?
}
