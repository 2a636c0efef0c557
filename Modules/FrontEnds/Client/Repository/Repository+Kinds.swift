import Contracts
public import MessageBus
public import Models

extension Repository {
  /// Returns the kinds that the origin offers, in the order of `kinds`; all of `kinds` if the request fails.
  public func availableKinds(of kinds: Kinds) async -> [KindName] {
    let all = kinds.all.map(\.name)
    guard let available = try? await ask(KindsRequest()), !available.isEmpty else { return all }
    return all.filter(available.contains)
  }

  /// Returns the references of all records of the kinds `wanted`, in that order. Costs one streamed list per kind. A kind that the origin
  /// does not offer contributes no references.
  public func references(of wanted: [KindName]) async throws(Problem) -> [Reference] {
    let lists = await withTaskGroup(of: KindReferences.self) { group in
      for kind in wanted { group.addTask { await allReferences(of: kind) } }
      var lists: [KindName: KindReferences] = [:]
      while let list = await group.next() { lists[list.kind] = list }
      return wanted.compactMap { lists[$0] }
    }
    var references: [Reference] = []
    for list in lists {
      if let problem = list.problem, problem.type != ProblemType.notFound { throw problem }
      references += list.references
    }
    return references
  }

  private func allReferences(of kind: KindName) async -> KindReferences {
    do throws(Problem) {
      let items = try await list(ListRequest(kind, .all)).page.items
      return KindReferences(kind: kind, references: items.compactMap { Reference(canonical: $0) }, problem: nil)
    } catch {
      return KindReferences(kind: kind, references: [], problem: error)
    }
  }
}

/// The references of one kind, or the problem of the request. Not a `Result`, because the optimiser of Swift 6.3.1 reads the payload of the
/// wrong case when a `Result` in a tuple leaves a task group.
private struct KindReferences: Sendable {
  let kind: KindName
  let references: [Reference]
  let problem: Problem?
}
