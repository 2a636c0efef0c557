import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation

extension Context {
  /// Asks for one record; where its kind may be mistyped the problem says so.
  func record(_ reference: Reference) async throws(Problem) -> AnsweredRecord {
    do { return try await repository.record(reference) } catch { throw error.suggestingKinds(for: reference, kinds: kinds) }
  }

  /// Prints one record in the chosen format, or as `wire` says.
  func show(_ reference: Reference, as wire: WireForm?) async throws(Problem) {
    let answered = try await record(reference)
    if let staleness = answered.answered.staleness { note("holocron: \(staleness)") }
    if wire == nil, isForPrograms { return showRaw([answered.json], isOne: true) }
    let record = try answered.record(kinds)
    if let wire { return print(wire.record(record, from: answered.answered)) }
    let names = await names(of: record.references)
    show(RecordDocument(record, kinds: kinds, names: names, wording: try wording()))
  }

  /// What `references` are called, where the format shows it. A note tells of gaps.
  func names(of references: [Reference]) async -> ReferenceNames {
    guard format.readsNames else { return ReferenceNames() }
    let names = await ReferenceNames.fetched(references, from: repository, kinds: kinds)
    if !names.gaps.isEmpty { note("holocron: \(names.gaps.count) of \(references.count) names are missing; they stand as references") }
    return names
  }
}
