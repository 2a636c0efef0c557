import Models
import OrderedJSON

/// Records as rows of bare values, one column a field: numbers without units or grouping, references as `films/1 films/2`, nothing for
/// absent values.
enum BareRecords {
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
    case .quantity(let measures): measures.onlyNumber.map { JSON.number($0).text() } ?? written(record, key)
    case .reference(let reference): reference.description
    case .references(let references): references.map(\.description).joined(separator: " ")
    case .text, .words, .date: written(record, key)
    }
  }

  private static func written(_ record: Record, _ key: String) -> String {
    if case .text(let text) = record.written(key) { text } else { "" }
  }
}

extension [Measure] {
  /// `nil` for ranges and where it differs by place.
  fileprivate var onlyNumber: Double? { count == 1 ? self[0].number : nil }
}
