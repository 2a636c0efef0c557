import Models
import OrderedJSON

/// A record as the index file keeps it. Made of nothing but the record.
struct IndexRow: Sendable {
  let reference: Reference
  let body: [UInt8]
  /// The words of the name, folded, and those that stand side by side as one.
  let name: String
  /// The words of all fields, folded.
  let fields: String
  /// What it points to.
  let links: String

  init(_ record: Record) {
    reference = record.reference
    body = record.canonical.bytes()
    name = Document.nameWords(record.name).map(\.text).joined(separator: " ")
    let values = record.sections.flatMap(\.rows).compactMap { ValueText.text($0.value) }
    fields = values.flatMap { FoldedText($0).words.map(\.text) }.joined(separator: " ")
    links = record.references.map { Self.word(for: $0) }.joined(separator: " ")
  }

  /// How a reference stands in the table: letters and digits only, or it would be several words.
  static func word(for reference: Reference) -> String {
    "\(reference.kind.text.filter { $0.isLetter || $0.isNumber })\(reference.id)"
  }
}
