import Contracts
public import MessageBus
public import Models
import OrderedJSON

extension Repository {
  /// Names and references of every record of the kinds `wanted`, in their order. Costs one streamed list a kind. A kind that the origin does not
  /// have has no names.
  public func names(of wanted: [KindName], kinds: Kinds) async throws(Problem) -> [NameIndex.Entry] {
    let parts = await lists(wanted.map { ListRequest($0, .all) }, kinds)
    var entries: [NameIndex.Entry] = []
    for part in parts {
      if let problem = part.problem, problem.type != ProblemType.notFound { throw problem }
      entries += part.entries
    }
    return entries
  }

  /// The kinds that the origin has, in the order of `kinds`; all of `kinds` where nobody can tell.
  public func offeredKinds(of kinds: Kinds) async -> [KindName] {
    let all = kinds.all.map(\.name)
    guard let offered = try? await ask(KindsRequest()), !offered.isEmpty else { return all }
    return all.filter(offered.contains)
  }

  /// Names that `text` may mean, of the kinds `wanted`. Lists that are cached whole are read from the cache. For each of the others the origin's
  /// own search is asked for one page, and for another one with a part of the text where nothing fits; no whole list is fetched.
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
      for entry in await suggested(text, missing) { found[entry.reference.kind, default: []].append(entry) }
      try await addFound(text, missing, kinds, to: &found)
      if let part = Self.fragment(of: text), case .unknown = NameIndex(found.values.flatMap(\.self)).find(text) {
        try await addFound(part, missing, kinds, to: &found)
      }
    }
    var seen: Set<Reference> = []
    return wanted.flatMap { found[$0] ?? [] }.filter { seen.insert($0.reference).inserted }
  }

  /// What an index of names knows at once; nothing where there is no search worker.
  private func suggested(_ text: String, _ wanted: [KindName]) async -> [NameIndex.Entry] {
    guard let statistics = try? await brokerStatistics(),
      let service = statistics["services"]?.array?.first(where: { $0["name"]?.string == ServiceName.search.text }),
      (service["workers"]?.int ?? 0) > 0,
      let matches = try? await ask(SuggestRequest(text, limit: SuggestRequest.largestLimit), of: .search)
    else { return [] }
    return matches.filter { wanted.contains($0.reference.kind) }.map { NameIndex.Entry($0.reference, $0.name) }
  }

  private func addFound(
    _ text: String, _ wanted: [KindName], _ kinds: Kinds, to found: inout [KindName: [NameIndex.Entry]]
  ) async throws(Problem) {
    for part in await lists(wanted.map { ListRequest($0, asOrigin: true, search: text) }, kinds) {
      if let problem = part.problem, problem.type != ProblemType.notFound { throw problem }
      found[part.kind, default: []] += part.entries
    }
  }

  /// A beginning of the longest word: an origin's search compares letter by letter, and would not find Padmé by `padme`. `nil` where it would be
  /// too short to tell anything, or all of the text.
  static func fragment(of text: String) -> String? {
    let longest = text.split { !$0.isLetter && !$0.isNumber }.max { $0.count < $1.count } ?? ""
    let letters = longest.prefix { $0.isLetter }
    // A name such as R2-D2 is written in many ways; what stands before the first change of letters and digits is in all of them.
    let run = letters.count < longest.count && letters.count < 3 ? longest.prefix(2) : letters.prefix(max(2, letters.count / 2))
    guard run.count > 1, run.count < text.count else { return nil }
    return String(run)
  }

  /// Asks for all `requests` at once; the answers come in their order.
  private func lists(_ requests: [ListRequest], _ kinds: Kinds) async -> [NamesOfKind] {
    await withTaskGroup(of: (Int, NamesOfKind).self) { group in
      for (index, request) in requests.enumerated() { group.addTask { (index, await names(in: request, kinds)) } }
      var parts: [Int: NamesOfKind] = [:]
      while let (index, part) = await group.next() { parts[index] = part }
      return requests.indices.compactMap { parts[$0] }
    }
  }

  private func names(in request: ListRequest, _ kinds: Kinds) async -> NamesOfKind {
    do throws(Problem) {
      let page = try await list(request).page
      let entries = page.items.compactMap { item -> NameIndex.Entry? in
        guard let id = item["id"]?.int, let name = kinds.name(of: item, request.kind) else { return nil }
        return NameIndex.Entry(Reference(request.kind, id), name)
      }
      return NamesOfKind(kind: request.kind, entries: entries, problem: nil)
    } catch {
      return NamesOfKind(kind: request.kind, entries: [], problem: error)
    }
  }
}

/// What came of asking for the names of one kind. Not a `Result`: in a tuple that leaves a task group, the optimiser of Swift 6.3.1 reads
/// the payload of the wrong case.
private struct NamesOfKind: Sendable {
  let kind: KindName
  let entries: [NameIndex.Entry]
  let problem: Problem?
}
