import Models

/// A record in searchable form: its words are term IDs of the ``Lexicon``.
struct Document: Sendable {
  /// A word of a text, with the characters it comes from.
  struct Word: Sendable {
    let termID: Int
    let places: FoldedText.Places
  }

  struct Field: Sendable {
    enum Content: Sendable {
      case text(String, [Word])
      /// Matched by the names of the referenced records.
      case references([Reference])
    }

    /// How much a match in the field counts: a fact of the record itself most, running text least.
    enum Weight: Int, Sendable, Comparable {
      case fact, list, prose
      static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    let key: String
    /// The words of the field's label and key.
    let labels: Set<String>
    let content: Content
    let weight: Weight

    /// Penalty for a match in this field, from 0 to 10; lowest for a fact that is a single word.
    var vagueness: Int {
      guard case .text(_, let words) = content, weight != .prose else { return weight.rawValue * 4 }
      return weight.rawValue * 4 + (words.count == 1 ? 0 : words.count < 4 ? 1 : 2)
    }
  }

  let record: Record
  /// Position of the kind in the registry.
  let kindOrder: Int
  /// The words of the name, in order.
  let words: [Word]
  /// Adjacent words of the name joined into one: `obiwan` in Obi-Wan Kenobi.
  let compounds: [Word]
  /// The words of the name without separators.
  let compact: String
  /// Number of leading articles in the name, which a query may omit: 0 or 1.
  let leadingArticles: Int
  let fields: [Field]
  /// References to other records, without duplicates.
  let targets: [Reference]

  var reference: Reference { record.reference }
  var name: String { record.name }

  private static let englishArticles: Set = ["the", "a", "an"]

  /// Assigns term IDs to the words of a record, adding new words to `lexicon`.
  init(_ tokenized: TokenizedRecord, _ schema: KindSchema, _ lexicon: inout Lexicon) {
    record = tokenized.record
    kindOrder = schema.order
    targets = tokenized.targets
    let name = tokenized.name
    words = name.words.map { Word(termID: lexicon.termID(of: $0.text, in: .name), places: $0.places) }
    compounds = Self.compounds(name.words).map { Word(termID: lexicon.termID(of: $0.text, in: .name), places: $0.places) }
    compact = name.compact
    leadingArticles = name.words.count > 1 && Self.englishArticles.contains(name.words[0].text) ? 1 : 0
    fields = tokenized.fields.compactMap { Self.field($0, schema, &lexicon) }
  }

  /// Removes the words from `lexicon` that ``init(_:_:_:)`` added.
  func removeWords(from lexicon: inout Lexicon) {
    for word in words + compounds { lexicon.remove(word.termID, in: .name) }
    for field in fields {
      guard case .text(_, let words) = field.content else { continue }
      for word in words { lexicon.remove(word.termID, in: field.weight == .prose ? .prose : .value) }
    }
  }

  private static func compounds(_ words: [FoldedText.Word]) -> [(text: String, places: FoldedText.Places)] {
    guard words.count > 1 else { return [] }
    var found: [(String, FoldedText.Places)] = []
    for length in Set([2, 3, words.count]).sorted() where length <= words.count {
      for start in 0...(words.count - length) {
        let run = words[start..<start + length]
        found.append((run.map(\.text).joined(), FoldedText.Places(run.flatMap(\.places.characters))))
      }
    }
    return found
  }

  private static func field(_ tokenized: TokenizedRecord.Field, _ schema: KindSchema, _ lexicon: inout Lexicon) -> Field? {
    let row = tokenized.row
    let labels = schema.labels(of: row)
    switch row.value {
    case .reference(let reference): return Field(key: row.key, labels: labels, content: .references([reference]), weight: .fact)
    case .references(let references): return Field(key: row.key, labels: labels, content: .references(references), weight: .list)
    default:
      guard let text = tokenized.text else { return nil }
      let isProse = schema.isProse(row.key)
      let words = tokenized.words.map { Word(termID: lexicon.termID(of: $0.text, in: isProse ? .prose : .value), places: $0.places) }
      return Field(key: row.key, labels: labels, content: .text(text, words), weight: isProse ? .prose : .fact)
    }
  }
}
