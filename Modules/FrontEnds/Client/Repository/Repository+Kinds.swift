public import Contracts
public import MessageBus
public import Models
import OrderedJSON

extension Repository {
  /// Returns the kinds that the origin offers, in the order of `kinds`; all of `kinds` if the request fails.
  public func availableKinds(of kinds: Kinds) async -> [KindName] {
    let all = kinds.all.map(\.name)
    guard let available = try? await ask(KindsRequest()), !available.isEmpty else { return all }
    return all.filter(available.contains)
  }

  /// Returns the references of all records of each of the kinds `wanted`, in that order, each once. Costs one streamed list per kind. A kind
  /// that the origin does not offer has no references.
  /// - Parameter validation: the freshness that the lists must have.
  public func references(
    of wanted: [KindName], validation: Validation = Validation()
  ) async throws(Problem) -> [KindReferences] {
    let outcomes = await withTaskGroup(of: KindOutcome.self) { group in
      for kind in wanted { group.addTask { await allReferences(of: kind, validation) } }
      var outcomes: [KindName: KindOutcome] = [:]
      while let outcome = await group.next() { outcomes[outcome.list.kind] = outcome }
      return wanted.compactMap { outcomes[$0] }
    }
    for outcome in outcomes {
      if let problem = outcome.problem, problem.type != ProblemType.notFound { throw problem }
    }
    return outcomes.map(\.list)
  }

  private func allReferences(of kind: KindName, _ validation: Validation) async -> KindOutcome {
    do throws(Problem) {
      // The pages of the origin need no sorting, and each is read while the next one is fetched.
      let page = try await list(ListRequest(kind, .all, asOrigin: true, validation: validation)).page
      return KindOutcome(list: KindReferences(kind: kind, items: page.items, missing: page.missing ?? 0), problem: nil)
    } catch {
      return KindOutcome(list: KindReferences(kind: kind, items: [], missing: 0), problem: error)
    }
  }
}

/// The references of the records of one kind.
public struct KindReferences: Sendable {
  public let kind: KindName
  public let references: [Reference]
  private let records: [JSON]
  /// Number of records the origin counts but does not return, in addition to ``references``.
  public let missing: Int

  fileprivate init(kind: KindName, items: [JSON], missing: Int) {
    self.kind = kind
    self.missing = missing
    // A list that changes while it is read may have a record on two pages.
    var seen: Set<Reference> = []
    let records = items.compactMap { item in Reference(canonical: item).map { ($0, item) } }.filter { seen.insert($0.0).inserted }
    references = records.map(\.0)
    self.records = records.map(\.1)
  }

  /// The size in bytes of each record in canonical form. Encodes the records.
  public var sizes: [(reference: Reference, bytes: Int)] { zip(references, records).map { ($0, $1.bytes().count) } }
}

/// The references of one kind, or the problem of the request. Not a `Result`, because the optimiser of Swift 6.3.1 reads the payload of the
/// wrong case when a `Result` in a tuple leaves a task group.
private struct KindOutcome: Sendable {
  let list: KindReferences
  let problem: Problem?
}
