import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
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

/// The results of a search or suggestion, best first: name, reference and matching field of each record. `isSorted` tells that the fields are
/// those by which the matches are sorted.
func matchesReport(_ matches: [Match], _ labels: FieldLabels, isSorted: Bool = false) -> ReportDocument {
  let language = labels.wording.language
  var columns: [Table.Column] = [
    .init(language.say(.recordName), expendability: 0), .init(language.say(.record), expendability: 2, minimum: 10),
  ]
  // If all matches are in names, the column would be empty.
  let showsFields = matches.contains { $0.field != nil }
  if showsFields { columns.append(.init(language.say(isSorted ? Phrase.field : .matchedIn), expendability: 1, minimum: 12)) }
  let rows = matches.map { match in
    let name = StyledText.marked(match.name, .accent, at: match.field == nil ? match.marks : [])
    var cells = [name, StyledText(match.reference.description, .muted)]
    if showsFields {
      let excerpt = match.localizedExcerpt(labels.wording) ?? (text: "", marks: [])
      cells.append(
        match.field.map { field in
          StyledText("\(labels[field, match.reference.kind]) ", .muted) + StyledText.marked(excerpt.text, .text, at: excerpt.marks)
        } ?? "")
    }
    return (json: match.json, cells: cells)
  }
  return ReportDocument(["kind", "id", "name", "field", "excerpt"], columns, rows: rows)
}

/// The favourites with their names, as far as these are known.
func favouritesReport(_ references: [Reference], _ names: ReferenceNames, in language: any Language) -> ReportDocument {
  let columns: [Table.Column] = [
    .init(language.say(.record), expendability: 0), .init(language.say(.recordName), expendability: 1),
  ]
  return ReportDocument(
    ["kind", "id", "name"], columns,
    rows: references.map { reference in
      var members: JSON.Object = ["kind": .string(reference.kind.text), "id": .number(reference.id)]
      if case .named(let name) = names[reference] { members["name"] = .string(name) }
      return (.object(members), [StyledText(reference.description, .accent), StyledText((members["name"]?.string ?? "").printable)])
    })
}

/// The search history, newest first. `now` is in milliseconds since 1970.
func historyReport(_ history: History, now: Int64, in language: any Language) -> ReportDocument {
  let columns: [Table.Column] = [.init(language.say(.searchText), expendability: 0), .init(language.say(.time), .trailing)]
  return ReportDocument(
    ["text", "time"], columns,
    rows: history.entries.map { entry in
      // After the clock was set back, ages are negative.
      let age = now - max(0, entry.at)
      let text = language.say(age < 60_000 ? .justNow : .ago(language.figures.duration(Double(age) / 1_000)))
      return (
        ["text": .string(entry.text), "time": .string(CalendarTime.text(millisecondsSince1970: entry.at))],
        [StyledText(entry.text.printable, .accent), StyledText(text, .muted)]
      )
    })
}

/// A path between two records: one row per record, with the reference field that leads to it.
struct PathReport: Document {
  let path: ReferencePath
  let labels: FieldLabels

  var json: JSON { path.json }
  var lines: [JSON] { [path.json["from"] ?? .null] + (path.json["steps"]?.array ?? []) }

  var blocks: [Block] {
    let language = labels.wording.language
    let columns: [Table.Column] = [
      .init(language.say(.relation), expendability: 1, minimum: 10), .init(language.say(.recordName), expendability: 0),
      .init(language.say(.record), expendability: 2, minimum: 10),
    ]
    func row(_ relation: String, _ stop: ReferencePath.Node) -> [StyledText] {
      [StyledText(relation, .muted), StyledText(stop.name.printable, .accent), StyledText(stop.reference.description, .muted)]
    }
    var owner = path.from.reference.kind
    let steps = path.steps.map { step in
      defer { owner = step.to.reference.kind }
      return row("\(step.isReversed ? "↑" : "↓") \(labels[step.relation, step.isReversed ? step.to.reference.kind : owner])", step.to)
    }
    return [.table(Table(columns, rows: [row("", path.from)] + steps))]
  }

  var sheet: Sheet {
    func row(_ stop: ReferencePath.Node) -> [String] { [stop.reference.kind.text, String(stop.reference.id), stop.name] }
    return Sheet(
      header: ["kind", "id", "name", "relation", "reversed"],
      rows: [row(path.from) + ["", ""]] + path.steps.map { row($0.to) + [$0.relation, $0.isReversed ? "true" : "false"] })
  }
}

/// The localised labels of fields.
struct FieldLabels: Sendable {
  let kinds: Kinds
  let wording: Wording

  /// The label of a field: `Homeworld` for the key `homeworld` of people. The key itself if the kind has no such field.
  subscript(key: String, kind: KindName) -> String {
    guard let field = kinds[kind]?.fields.first(where: { $0.key == key }) else { return key.printable }
    return wording.label(of: field, in: kind).printable
  }
}
