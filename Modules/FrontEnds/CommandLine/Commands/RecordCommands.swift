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

/// `holocron show people/1`, `holocron show luke`: shows one record with all of its fields.
struct ShowCommand: Command {
  let name = "show"
  let summary = "Show one record, by reference or by name"
  let usage = ["KIND/ID… | URL…", "NAME…", "KIND/NAME…"]
  let details = [
    "Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a "
      + "name with these words, or a name that contains it. If several records match, they are listed and the exit code is 4."
  ]
  let examples: [HelpRow] = [
    ("holocron show people/1", "by reference"), ("holocron show luke", "by name"),
    ("holocron show luke leia", "several records"), ("holocron show luke --fields name,films", "only some fields"),
    ("holocron show luke --jq .homeworld.name", "one value, by an expression of jq"),
    ("holocron show starships/9 --wire", "as a SWAPI server sends it"),
  ]
  static let allFields = Flag("all-fields", "Show also the fields without data, such as unknown ones")
  static let complete = Flag("complete", "Fail if a name of a record that it refers to is missing")
  static let source = Flag("source", "Print the record's server and the copy's age to standard error")
  let options = [FieldsOption.option.definition] + WireFormat.options + [allFields.definition, complete.definition, source.definition]
  let takesText = true
  let operands = 1...Int.max

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireFormat(arguments, context)
    let references = try await context.find(operands: arguments.operands)
    try await context.show(references, as: wire, arguments)
    if arguments[Self.source] { for reference in references { context.note(try await Self.provenance(of: reference, context)) } }
    return .success
  }

  /// Returns the URL at the server that sent the record, or its origin, and the age of the copy. A record that was cached as part of a list of
  /// several servers has no URL.
  private static func provenance(of reference: Reference, _ context: Context) async throws(Problem) -> Phrase {
    let cached = try await context.record(reference).cached
    let members = cached.origin?.members ?? []
    let source = (cached.location ?? (members.count == 1 ? members[0] : nil)).map { Phrase.verbatim($0.printable) }
    return .recordSource(
      "\(reference)",
      source: source ?? (members.isEmpty ? Phrase("an unknown origin") : Phrase("one of {count} servers", .number(members.count))),
      age: cached.age)
  }
}

/// `holocron compare A B…`: shows records side by side.
struct CompareCommand: Command {
  let name = "compare"
  let summary = "Show two to six records side by side"
  let usage = ["A B… [--differences]"]
  let details = [
    "Each argument is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. "
      + "Fields with the same name in different kinds share a row."
  ]
  let examples: [HelpRow] = [
    ("holocron compare luke leia", "two people"),
    ("holocron compare tatooine hoth naboo --differences", "only what differs"),
  ]
  static let differences = Flag("differences", short: "d", "Show only the rows that differ")
  let options = [differences.definition]
  let takesText = true
  /// More than ``maxRecords`` are refused with their own message.
  let operands = 2...Int.max

  private static let maxRecords = 6

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    guard arguments.operands.count <= Self.maxRecords else {
      throw .usage("compare takes two to six records", field: arguments.operands[Self.maxRecords])
    }
    let references = try await context.find(arguments.operands)
    if let duplicate = references.first(where: { reference in references.count { $0 == reference } > 1 }) {
      throw .usage("\(duplicate) is given twice; compare different records", field: "\(duplicate)")
    }
    var records: [Record] = []
    for reference in references {
      let response = try await context.record(reference)
      if let staleness = response.cached.staleness(in: context.language) { context.note("holocron: \(reference): \(staleness)") }
      records.append(try response.record(context.kinds))
    }
    let names = await context.names(of: records.flatMap(\.references))
    context.show(
      ComparisonDocument(records, wording: try context.wording(), names: names, onlyDifferences: arguments[Self.differences]))
    return .success
  }
}

/// `holocron random [KIND]`: shows a random record.
struct RandomCommand: Command {
  let name = "random"
  let summary = "Show a random record"
  let usage = ["[KIND]"]
  let details = ["Every record is equally likely. Requests only the first page of each list and the page of the chosen record."]
  let examples: [HelpRow] = [("holocron random", "any record"), ("holocron random species", "a species")]
  let options = [FieldsOption.option.definition] + WireFormat.options
  let firstWords = KindOption.words
  let operands = 0...1

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireFormat(arguments, context)
    let kind = try await KindOption.parse(arguments.operands.first, context)
    let kinds = if let kind { [kind] } else { await context.repository.availableKinds(of: context.kinds) }
    var firsts: [PageBody] = []
    for kind in kinds { firsts.append(try await context.repository.list(ListRequest(kind, asOrigin: true)).page) }
    // An origin may offer only kinds that this program does not know.
    var chosen: PageBody?
    if let (first, number) = Self.page(of: Int.random(in: 0..<max(1, firsts.reduce(0) { $0 + $1.count })), in: firsts) {
      let request = ListRequest(first.kind, .page(number), asOrigin: true)
      chosen = number == 1 ? first : try await context.repository.list(request).page
    }
    guard let reference = chosen?.items.randomElement().flatMap({ Reference(canonical: $0) }) else {
      throw Problem(404, "not found", detail: "there are no records to choose from", type: ProblemType.notFound)
    }
    try await context.show([reference], as: wire, arguments)
    return .success
  }

  /// Returns the page with the record at `index` (from 0) in the concatenation of all lists. All pages of a list except the last have the length
  /// of the first.
  static func page(of index: Int, in firsts: [PageBody]) -> (first: PageBody, number: Int)? {
    var offset = index
    for first in firsts {
      if offset < first.count { return (first, min(first.pages, offset / max(1, first.items.count) + 1)) }
      offset -= first.count
    }
    return nil
  }
}

/// `holocron open luke`: opens the origin's page of a record in a browser.
struct OpenCommand: Command {
  let name = "open"
  let summary = "Open the origin's page of a record in a browser"
  let usage = ["KIND/ID | NAME [--print]"]
  let details = [
    "Uses BROWSER, or else xdg-open. Without a graphical session, in a pipe and with --print, the URL is printed. The embedded catalogue "
      + "has no web pages."
  ]
  let examples: [HelpRow] = [("holocron open luke", "in a browser"), ("holocron open starships/9 --print", "only the URL")]
  static let onlyPrint = Flag("print", short: "p", "Print the URL without opening it")
  let options = [onlyPrint.definition]
  let takesText = true
  let operands = 1...Int.max

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let reference = try await context.find([arguments.operands.joined(separator: " ")])[0]
    // A record that was cached as part of a list has no location. Revalidating it fetches the location.
    var location = try await context.record(reference).cached.location
    if location == nil {
      location = try await context.repository.record(reference, validation: Validation(revalidate: true)).cached.location
    }
    guard let address = location.flatMap({ WebAddress($0) }) else {
      throw Problem(
        404, "nothing to open", detail: "\(reference) has no web page at its origin; use holocron show \(reference)",
        type: ProblemType.noWebPage, extensions: ["subject": .string("\(reference)")])
    }
    if context.isFormatChosen {
      context.show(
        [LabeledValue(context.reportLanguage.say(.address), address.text, .accent)],
        json: ["kind": .string(reference.kind.text), "id": .number(reference.id), "url": .string(address.text)])
    } else if !arguments[Self.onlyPrint], context.terminal.output.isTerminal,
      let browser = Browser.fromEnvironment(context.environment)
    {
      context.note(context.language.say(.opening(address.text)))
      try browser.open(address, with: context.launcher.executables)
    } else {
      context.print("\(address.text)\n")
    }
    return .success
  }
}

extension Context {
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
      let kind = kinds[reference.kind]
      var own = try kind.flatMap { (kind) throws(Problem) in try FieldsOption.parse(arguments, of: kind, language) }
      let response = try await record(reference)
      if kind == nil {
        own = try FieldsOption.parse(arguments, of: Kind(unknown: reference.kind, of: [try response.record(kinds)]), language)
      }
      fields = own.map { (fields ?? []) + $0 }
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
    try await showing(Phrase("looking up {text}", .text(names.joined(separator: ", ").shortened))) { () throws(Problem) in
      try await repository.find(names, kinds: kinds)
    }
  }

  /// Requests the names of `references`. Writes a note if names are missing.
  func names(of references: [Reference]) async -> ReferenceNames {
    var seen: Set<Reference> = []
    let references = references.filter { seen.insert($0).inserted }
    let progress = ProgressDisplay(self, Phrase("reading names"))
    defer { progress.clear() }
    let names = await ReferenceNames.fetched(references, from: repository, kinds: kinds) { progress.show(done: $0, of: references.count) }
    if !names.missing.isEmpty {
      note(
        Phrase("{count} of {all} names are missing; showing references instead", .number(names.missing.count), .number(references.count)))
    }
    return names
  }
}

/// The results of a search or suggestion, best first: name, reference and matching field of each record. `isSorted` tells that the fields are
/// those by which the matches are sorted.
func matchesReport(_ matches: [Match], _ wording: Wording, isSorted: Bool = false) -> ReportDocument {
  let language = wording.language
  var columns: [Table.Column] = [
    .init(language.say(.recordName), expendability: 0), .init(language.say(.record), expendability: 2, minimum: 10),
  ]
  // If all matches are in names, the column would be empty.
  let showsFields = matches.contains { $0.field != nil }
  if showsFields { columns.append(.init(language.say(isSorted ? Phrase.field : Phrase("Matched in")), expendability: 1, minimum: 12)) }
  let rows = matches.map { match in
    let name = StyledText.marked(match.name, .accent, at: match.field == nil ? match.marks : [])
    var cells = [name, StyledText(match.reference.description, .muted)]
    if showsFields {
      let excerpt = match.localizedExcerpt(wording) ?? (text: "", marks: [])
      cells.append(
        match.field.map { field in
          StyledText("\(wording.label(of: field, in: match.reference.kind)) ", .muted)
            + StyledText.marked(excerpt.text, .text, at: excerpt.marks)
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
  let columns: [Table.Column] = [.init(language.say("Search"), expendability: 0), .init(language.say(.time), .trailing)]
  return ReportDocument(
    ["text", "time"], columns,
    rows: history.entries.map { entry in
      // After the clock was set back, ages are negative.
      let age = now - max(0, entry.at)
      let text = language.say(
        age < 60_000 ? Phrase("just now") : Phrase("{time} ago", .text(language.figures.duration(Double(age) / 1_000))))
      return (
        ["text": .string(entry.text), "time": .string(CalendarTime.text(millisecondsSince1970: entry.at))],
        [StyledText(entry.text.printable, .accent), StyledText(text, .muted)]
      )
    })
}

/// A path between two records: one row per record, with the reference field that leads to it.
struct PathReport: Document {
  let path: ReferencePath
  let wording: Wording

  var json: JSON { path.json }
  var lines: [JSON] { [path.json["from"] ?? .null] + (path.json["steps"]?.array ?? []) }

  var blocks: [Block] {
    let language = wording.language
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
      return row(
        "\(step.isReversed ? "↑" : "↓") \(wording.label(of: step.relation, in: step.isReversed ? step.to.reference.kind : owner))", step.to)
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

extension Wording {
  /// Returns the label of a field: `Homeworld` for the key `homeworld` of people; the key itself if the kind has no such field.
  func label(of key: String, in kind: KindName) -> String {
    guard let field = Kinds.standard[kind]?.fields.first(where: { $0.key == key }) else { return key.printable }
    return label(of: field, in: kind).printable
  }
}
