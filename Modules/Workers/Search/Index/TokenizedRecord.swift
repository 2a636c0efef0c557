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

  /// Metadata fields of the origin, which are not indexed.
  private static let metadataFields: Set = ["created", "edited"]

  init(_ record: Record) {
    self.record = record
    name = FoldedText(record.name)
    targets = record.references
    fields = record.sections.flatMap(\.rows).compactMap { row in
      if case .absent = row.value { return nil }
      guard !Self.metadataFields.contains(row.key) else { return nil }
      let text = ValueText.text(row.value)
      return Field(row: row, text: text, words: text.map { FoldedText($0).words } ?? [])
    }
  }
}
