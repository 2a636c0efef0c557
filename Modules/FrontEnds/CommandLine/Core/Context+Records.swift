import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

extension Context {
  /// Fetches one record. If its kind may be mistyped, the problem suggests similar kinds.
  func record(_ reference: Reference) async throws(Problem) -> RecordResponse {
    do throws(Problem) {
      return try await showing(.reading("\(reference)")) { () throws(Problem) in try await repository.record(reference) }
    } catch { throw error.suggestingKinds(for: reference, kinds: kinds) }
  }

  /// Writes one record in the chosen format, or in `wire` format, with the fields that `arguments` name.
  func show(_ reference: Reference, as wire: WireFormat?, _ arguments: Arguments) async throws(Problem) {
    let fields = try FieldsOption.parse(arguments, of: kinds[reference.kind])
    let response = try await record(reference)
    if let staleness = response.cached.staleness(in: language) { note("holocron: \(staleness)") }
    if wire == nil, isForPrograms { return await showRaw([FieldsOption.only(fields, of: response.json)], isSingle: true) }
    let record = try response.record(kinds)
    if let wire { return output.write(wire.record(record, from: response.cached), .page) }
    let shown = FieldsOption.only(fields, of: record.canonical)
    let names = await names(of: fields == nil ? record.references : shown.recordReferences)
    show(RecordDocument(record, kinds: kinds, fields: fields, names: names, wording: try wording()))
  }

  /// Writes records for programs as the JSON that was received, with the names of the records that they refer to. `isSingle` writes the record
  /// without an array around it.
  func showRaw(_ records: [JSON], isSingle: Bool = false) async {
    let names = await names(of: records.flatMap(\.recordReferences))
    let named = records.map { $0.naming(names) }
    show(ReportDocument([], json: isSingle ? named.first ?? .null : .array(named)))
  }

  /// Returns the records that `names` refer to, in order. See ``Client/Repository/find(_:kinds:)``.
  func find(_ names: [String]) async throws(Problem) -> [Reference] {
    try await showing(.lookingUp(names.joined(separator: ", ").shortened)) { () throws(Problem) in
      try await repository.find(names, kinds: kinds)
    }
  }

  /// Requests the names of `references` if the format shows names of references, or if `isAlways`. Writes a note if names are missing.
  func names(of references: [Reference], isAlways: Bool = false) async -> ReferenceNames {
    guard isAlways || format.showsReferenceNames else { return ReferenceNames() }
    var seen: Set<Reference> = []
    let references = references.filter { seen.insert($0).inserted }
    let progress = ProgressDisplay(self, .readingNames)
    defer { progress.clear() }
    let names = await ReferenceNames.fetched(references, from: repository, kinds: kinds) { progress.show(done: $0, of: references.count) }
    if !names.missing.isEmpty {
      note(.missingNames(names.missing.count, of: references.count))
    }
    return names
  }
}
