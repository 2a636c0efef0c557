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

  init(_ document: Document, _ lexicon: Lexicon) {
    func texts(_ words: [Document.Word]) -> String { words.map { lexicon.entries[$0.term].text }.joined(separator: " ") }
    reference = document.reference
    body = document.record.canonical.bytes()
    name = texts(document.words + document.compounds)
    fields = texts(document.fields.flatMap(\.words))
    links = document.targets.map { Self.word(for: $0) }.joined(separator: " ")
  }

  /// How a reference stands in the table: letters and digits only, or it would be several words.
  static func word(for reference: Reference) -> String {
    "\(reference.kind.text.filter { $0.isLetter || $0.isNumber })\(reference.id)"
  }
}
