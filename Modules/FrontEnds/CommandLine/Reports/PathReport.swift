import Contracts
import Localization
import Models
import OrderedJSON
import Presentation
import Text

/// A path between two records: one row per record, with the reference field that leads to it.
struct PathReport: Document {
  let path: ReferencePath
  let labels: FieldLabels

  var json: JSON { path.json }
  var lines: [JSON] { [path.json["from"] ?? .null] + (path.json["steps"]?.array ?? []) }

  private var rows: [(relation: String, stop: ReferencePath.Node)] {
    var owner = path.from.reference.kind
    return [("", path.from)]
      + path.steps.map { step in
        defer { owner = step.to.reference.kind }
        let label = labels[step.relation, step.isReversed ? step.to.reference.kind : owner]
        return (step.isReversed ? "↑ \(label)" : "↓ \(label)", step.to)
      }
  }

  var blocks: [Block] {
    let language = labels.wording.language
    let columns: [Table.Column] = [
      .init(language.say(.relation), expendability: 1, minimum: 10), .init(language.say(.recordName), expendability: 0),
      .init(language.say(.record), expendability: 2, minimum: 10),
    ]
    return [
      .table(
        Table(
          columns,
          rows: rows.map { row in
            [
              StyledText(row.relation, .muted), StyledText(row.stop.name.printable, .accent),
              StyledText(row.stop.reference.description, .muted),
            ]
          }))
    ]
  }

  var sheet: Sheet {
    Sheet(
      header: ["kind", "id", "name", "relation", "reversed"],
      rows: [[path.from.reference.kind.text, String(path.from.reference.id), path.from.name, "", ""]]
        + path.steps.map { step in
          [step.to.reference.kind.text, String(step.to.reference.id), step.to.name, step.relation, step.isReversed ? "true" : "false"]
        })
  }
}
