import Client
import Contracts
import Localization
import Models
import OrderedJSON
import Platform
import Presentation
import Text

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
