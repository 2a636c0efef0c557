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
    size = Self.size(name, fields, packed)
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

  /// The columns of the record, and the words of its name, with the compounds, as if no other record had them. The words of other fields
  /// are mostly those of other records; what they add to the lexicon is measured (``RecordIndex``).
  private static func size(_ name: FoldedText, _ fields: [Field], _ packed: [UInt8]) -> Int {
    let names = name.words.count + max(1, min(2 * name.words.count - 2, 7))
    let length = name.words.reduce(0) { $0 + $1.text.utf8.count }
    return fields.reduce(256 + packed.count + 80 * names + 4 * length) { sum, field in
      sum + 16 + 8 * field.words.count + 24 * field.row.value.references.count
    }
  }
}
