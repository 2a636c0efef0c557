import Models

/// A record split into words, independently of other records, so that many can be tokenized in parallel. ``DocumentColumns`` adds term IDs.
struct TokenizedRecord: Sendable {
  struct Field: Sendable {
    let row: Section.Row
    /// Whether this is an extra member of the origin.
    let isExtra: Bool
    let words: [FoldedText.Word]
    /// The number by which filters compare the field, except the number of its references.
    let number: Double?
  }

  let record: Record
  let name: FoldedText
  let fields: [Field]
  /// See ``PackedRecord``.
  let packed: [UInt8]
  /// Estimate of the memory that the index takes for the record, in bytes.
  let size: Int

  /// Metadata fields of the origin, which are not indexed.
  static let metadataFields: Set = ["created", "edited"]

  init(_ record: Record, kinds: Kinds) {
    self.record = record
    name = FoldedText(record.name)
    packed = PackedRecord.bytes(of: record, kinds: kinds)
    let rows = record.sections.flatMap(\.rows)
    let firstExtra = rows.count - record.extras.count
    fields = rows.indices.compactMap { index in
      let row = rows[index]
      guard !Self.metadataFields.contains(row.key) else { return nil }
      let isExtra = index >= firstExtra
      return Field(
        row: row, isExtra: isExtra, words: Self.words(of: row.value), number: isExtra ? nil : Self.number(of: row, record))
    }
    size = Self.size(
      packed: packed.count, nameWords: name.words.count, fieldWords: fields.reduce(0) { $0 + $1.words.count }, fields: fields.count,
      references: fields.reduce(0) { $0 + $1.row.value.references.count })
  }

  /// The words that are searched.
  private static func words(of value: DisplayValue) -> [FoldedText.Word] {
    if case .absent = value { return [] }
    return ValueText.text(value).map { FoldedText($0).words } ?? []
  }

  private static func number(of row: Section.Row, _ record: Record) -> Double? {
    switch row.value {
    case .quantity, .absent: if case .number(let number)? = record.rank(row.key) { number } else { nil }
    case .text, .words, .date, .reference, .references: nil
    }
  }

  /// Returns an estimate of the memory that the index takes for a record, in bytes: its columns, its name in the lexicon as if no other
  /// record had its words and compounds, and a part for the words of its fields, which are mostly those of other records.
  static func size(packed: Int, nameWords: Int, fieldWords: Int, fields: Int, references: Int) -> Int {
    320 + packed + 80 * (nameWords + max(1, min(2 * nameWords - 2, 7))) + 24 * fieldWords + 16 * fields + 24 * references
  }
}
