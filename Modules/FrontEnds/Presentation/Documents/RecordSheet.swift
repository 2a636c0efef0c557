import Client
import Models
import OrderedJSON

/// Sheet of records with one column per field. Values are unformatted: numbers without units or digit groups, the names of
/// references, and empty cells for absent values.
enum RecordSheet {
  static func sheet(of records: [Record], _ fields: [FieldDescription], _ names: ReferenceNames) -> Sheet {
    Sheet(
      header: ["kind", "id"] + (fields.isEmpty ? ["name"] : fields.map(\.key)),
      rows: records.map { record in
        [record.reference.kind.text, String(record.reference.id)]
          + (fields.isEmpty ? [record.name] : fields.map { cell(record, $0.key, names) })
      })
  }

  /// Returns the value of the field with canonical key `key`, or of the raw member `key`; empty if the record has neither.
  static func cell(_ record: Record, _ key: String, _ names: ReferenceNames) -> String {
    switch record.display(key) {
    case nil: record.extras[key].map { $0.string ?? $0.text() } ?? ""
    case .absent: ""
    case .quantity(let measures): measures.onlyNumber.map { JSON.number($0).text() } ?? originText(record, key)
    case .reference(let reference): names[reference].text
    case .references(let references): references.map { names[$0].text }.joined(separator: ", ")
    case .text, .words, .date: originText(record, key)
    }
  }

  private static func originText(_ record: Record, _ key: String) -> String {
    if case .text(let text) = record.originValue(key) { text } else { "" }
  }
}

extension [Measure] {
  /// The number, if there is exactly one; `nil` for ranges and for values that differ by place.
  fileprivate var onlyNumber: Double? { count == 1 ? self[0].number : nil }
}
