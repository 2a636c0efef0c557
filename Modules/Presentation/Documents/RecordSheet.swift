import Models
import OrderedJSON

/// Records as rows of bare values, one column a field: numbers without units or grouping, references as `films/1 films/2`, nothing for
/// absent values.
enum RecordSheet {
  static func sheet(of records: [Record], _ fields: [FieldDescription]) -> Sheet {
    Sheet(
      header: ["kind", "id"] + (fields.isEmpty ? ["name"] : fields.map(\.key)),
      rows: records.map { record in
        [record.reference.kind.text, String(record.reference.id)]
          + (fields.isEmpty ? [record.name] : fields.map { cell(record, $0.key) })
      })
  }

  private static func cell(_ record: Record, _ key: String) -> String {
    switch record.display(key) {
    case nil, .absent: ""
    case .quantity(_, let number?): JSON.number(number).text()
    case .reference(let reference): reference.description
    case .references(let references): references.map(\.description).joined(separator: " ")
    case .quantity(let text, nil), .text(let text): if case .text(let written) = record.written(key) { written } else { text }
    }
  }
}
