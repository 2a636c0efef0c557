import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

extension Context {
  func labels() throws(Problem) -> FieldLabels { FieldLabels(kinds: kinds, wording: try wording()) }

  /// Fetches one record. If its kind may be mistyped, the problem suggests similar kinds.
  func record(_ reference: Reference) async throws(Problem) -> RecordResponse {
    do throws(Problem) {
      return try await showing(.reading("\(reference)")) { () throws(Problem) in try await repository.record(reference) }
    } catch { throw error.suggestingKinds(for: reference, kinds: kinds) }
  }

  /// Writes records in the chosen format, or in `wire` format, with the fields that `arguments` name.
  func show(_ references: [Reference], as wire: WireFormat?, _ arguments: Arguments) async throws(Problem) {
    var fields: [Field]?
    var shown: [JSON] = []
    var records: [Record] = []
    for reference in references {
      let own = try FieldsOption.parse(arguments, of: kinds[reference.kind], language)
      fields = own.map { (fields ?? []) + $0 }
      let response = try await record(reference)
      if let staleness = response.cached.staleness(in: language) { note("holocron: \(staleness)") }
      shown.append(FieldsOption.only(own, of: response.json))
      guard wire != nil || !isForPrograms else { continue }
      records.append(try response.record(kinds))
      if let wire { output.write(wire.record(records[records.count - 1], from: response.cached), .page) }
    }
    guard wire == nil else { return }
    let names = await names(of: shown.flatMap(\.recordReferences))
    if arguments[ShowCommand.complete], let first = names.missing.first, case .missing(_, let reason) = names[first] {
      throw Problem(503, "names are missing", detail: "\(names.missing.count) missing, such as that of \(first): \(reason)")
    }
    if isForPrograms { return showRaw(shown, names, isSingle: references.count == 1) }
    var wording = try wording()
    wording.showsAbsent = arguments[ShowCommand.allFields]
    show(RecordDocument(records, kinds: kinds, fields: fields, names: names, wording: wording))
  }

  /// Writes records for programs as the JSON that was received, with the names of the records that they refer to. `isSingle` writes the record
  /// without an array around it.
  func showRaw(_ records: [JSON], _ names: ReferenceNames, isSingle: Bool = false) {
    let named = records.map { $0.naming(names) }
    show(ReportDocument([], json: isSingle ? named.first ?? .null : .array(named)))
  }

  /// Returns the records that the operands of a command refer to: the one whose name they are together, or else one for each.
  func find(operands: [String]) async throws(Problem) -> [Reference] {
    guard operands.count > 1, operands.allSatisfy({ TypedReference($0, kinds).reference == nil }) else { return try await find(operands) }
    do { return try await find([operands.joined(separator: " ")]) } catch {
      guard error.type == ProblemType.notFound, let each = try? await find(operands) else { throw error }
      return each
    }
  }

  /// Returns the records that `names` refer to, in order. See ``Client/Repository/find(_:kinds:)``.
  func find(_ names: [String]) async throws(Problem) -> [Reference] {
    try await showing(.lookingUp(names.joined(separator: ", ").shortened)) { () throws(Problem) in
      try await repository.find(names, kinds: kinds)
    }
  }

  /// Requests the names of `references`. Writes a note if names are missing.
  func names(of references: [Reference]) async -> ReferenceNames {
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
