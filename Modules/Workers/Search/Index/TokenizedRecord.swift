import Models

/// A record split into words, independently of other records, so that many can be tokenized in parallel. A ``Document`` adds term IDs.
struct TokenizedRecord: Sendable {
  struct Field: Sendable {
    let row: Section.Row
    /// `nil` for references.
    let text: String?
    let words: [FoldedText.Word]
  }

  let record: Record
  let name: FoldedText
  let fields: [Field]
  /// References to other records, without duplicates.
  let targets: [Reference]
  /// Estimate of the memory that the index takes for the record, in bytes. Its row in the store is smaller.
  let size: Int

  /// Metadata fields of the origin, which are not indexed.
  private static let metadataFields: Set = ["created", "edited"]

  init(_ record: Record) {
    self.record = record
    name = FoldedText(record.name)
    targets = record.references
    let rows = record.sections.flatMap(\.rows)
    fields = rows.compactMap { row in
      if case .absent = row.value { return nil }
      guard !Self.metadataFields.contains(row.key) else { return nil }
      let text = ValueText.text(row.value)
      return Field(row: row, text: text, words: text.map { FoldedText($0).words } ?? [])
    }
    size = 768 + Self.size(of: record.name, name) + Self.size(of: rows) + Self.size(of: fields) + 128 * targets.count
  }

  /// The words of a name are kept one by one, in pairs, in threes and as a whole.
  private static func size(of text: String, _ name: FoldedText) -> Int {
    8 * text.utf8.count + max(1, min(2 * name.words.count - 2, 7)) * size(of: name.words)
  }

  /// The original texts and their JSON, which takes up to six bytes for a byte of text.
  private static func size(of rows: [Section.Row]) -> Int {
    rows.reduce(0) { sum, row in
      if case .text(let text) = row.value { sum + 64 + 8 * text.utf8.count } else { sum + 64 }
    }
  }

  private static func size(of fields: [Field]) -> Int {
    fields.reduce(0) { sum, field in
      let content = 2 * (field.text?.utf8.count ?? 0) + 32 * field.row.value.references.count
      return sum + 128 + 8 * field.row.key.utf8.count + content + size(of: field.words)
    }
  }

  /// The places of the letters and, as if no other record had the words, their entries in the lexicon.
  private static func size(of words: [FoldedText.Word]) -> Int {
    words.reduce(0) { $0 + 128 + 8 * $1.places.count }
  }
}
