import Models

/// A record read word by word, on its own: what can be done for many at the same time. A ``Document`` numbers the words.
struct Draft: Sendable {
  struct Field: Sendable {
    let row: Section.Row
    /// `nil` for references.
    let text: String?
    let words: [FoldedText.Word]
  }

  let record: Record
  let name: FoldedText
  let fields: [Field]
  /// All it points to, each once.
  let targets: [Reference]

  /// Fields of the origin's own bookkeeping: they say nothing of what a record is about.
  private static let bookkeeping: Set = ["created", "edited"]

  init(_ record: Record) {
    self.record = record
    name = FoldedText(record.name)
    targets = record.references
    fields = record.sections.flatMap(\.rows).compactMap { row in
      if case .absent = row.value { return nil }
      guard !Self.bookkeeping.contains(row.key) else { return nil }
      let text = ValueText.text(row.value)
      return Field(row: row, text: text, words: text.map { FoldedText($0).words } ?? [])
    }
  }
}
