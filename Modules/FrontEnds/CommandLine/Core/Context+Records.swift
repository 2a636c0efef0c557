import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation

extension Context {
  /// Fetches one record. If its kind may be mistyped, the problem suggests similar kinds.
  func record(_ reference: Reference) async throws(Problem) -> RecordResponse {
    do { return try await repository.record(reference) } catch { throw error.suggestingKinds(for: reference, kinds: kinds) }
  }

  /// Writes one record in the chosen format, or in `wire` format.
  func show(_ reference: Reference, as wire: WireFormat?) async throws(Problem) {
    let response = try await record(reference)
    if let staleness = response.cached.staleness { note("holocron: \(staleness)") }
    if wire == nil, isForPrograms { return showRaw([response.json], isSingle: true) }
    let record = try response.record(kinds)
    if let wire { return print(wire.record(record, from: response.cached)) }
    let names = await names(of: record.references)
    show(RecordDocument(record, kinds: kinds, names: names, wording: try wording()))
  }

  /// Returns the records that `names` refer to, in order. See ``Client/Repository/find(_:kinds:)``.
  func find(_ names: [String]) async throws(Problem) -> [Reference] { try await repository.find(names, kinds: kinds) }

  /// Requests the names of `references` if the format shows names. Writes a note if names are missing.
  func names(of references: [Reference]) async -> ReferenceNames {
    guard format.showsReferenceNames else { return ReferenceNames() }
    let names = await ReferenceNames.fetched(references, from: repository, kinds: kinds)
    if !names.missing.isEmpty {
      note("holocron: \(names.missing.count) of \(references.count) names are missing; showing references instead")
    }
    return names
  }
}
