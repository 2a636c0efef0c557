import Models

/// A record in searchable form. Its words are in ``DocumentTerms``, without their places in the text, which few answers show: those are found
/// by folding the text again.
struct Document: Sendable {
  struct Field: Sendable {
    enum Content: Sendable {
      case text(String)
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
    /// The words of the text among the terms of the document; empty for references.
    let terms: Range<Int>

    /// Penalty for a match in this field, from 0 to 10; lowest for a fact that is a single word.
    var vagueness: Int {
      guard case .text = content, weight != .prose else { return weight.rawValue * 4 }
      return weight.rawValue * 4 + (terms.count == 1 ? 0 : terms.count < 4 ? 1 : 2)
    }
  }

  let record: Record
  /// Position of the kind in the registry.
  let kindOrder: Int
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

  /// Assigns term IDs to the words of a record, adding new words to `lexicon` and the terms to `terms`.
  init(_ tokenized: TokenizedRecord, _ schema: KindSchema, _ lexicon: inout Lexicon, _ terms: inout DocumentTerms) {
    record = tokenized.record
    kindOrder = schema.order
    targets = tokenized.targets
    let name = tokenized.name
    let compounds = Self.compounds(name.words)
    var termIDs = name.words.map { lexicon.termID(of: $0.text, in: .name) }
    termIDs += compounds.map { lexicon.termID(of: $0.text, in: .name) }
    compact = name.compact
    leadingArticles = name.words.count > 1 && Self.englishArticles.contains(name.words[0].text) ? 1 : 0
    fields = tokenized.fields.compactMap { Self.field($0, schema, &lexicon, &termIDs) }
    terms.append(termIDs, DocumentTerms.NameCounts(words: name.words.count, compounds: compounds.count))
  }

  /// Removes the words from `lexicon` that the initialiser added.
  func removeWords(from lexicon: inout Lexicon, _ terms: DocumentTerms, at position: Int) {
    for termID in terms[terms.names(position)] { lexicon.remove(termID, in: .name) }
    for field in fields {
      for termID in terms[terms.field(field.terms, position)] { lexicon.remove(termID, in: field.weight == .prose ? .prose : .value) }
    }
  }

  /// Returns the places of a word or a compound of the name, by its index among the terms of the document.
  func places(ofNameTerm index: Int) -> FoldedText.Places? {
    let words = FoldedText(name).words
    if index < words.count { return words[index].places }
    let compounds = Self.compounds(words)
    return index - words.count < compounds.count ? compounds[index - words.count].places : nil
  }

  /// Adjacent words of a name joined into one: `obiwan` in Obi-Wan Kenobi.
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

  private static func field(
    _ tokenized: TokenizedRecord.Field, _ schema: KindSchema, _ lexicon: inout Lexicon, _ termIDs: inout [Lexicon.TermID]
  ) -> Field? {
    let row = tokenized.row
    let labels = schema.labels(of: row)
    let start = termIDs.count
    switch row.value {
    case .reference(let reference):
      return Field(key: row.key, labels: labels, content: .references([reference]), weight: .fact, terms: start..<start)
    case .references(let references):
      return Field(key: row.key, labels: labels, content: .references(references), weight: .list, terms: start..<start)
    default:
      guard let text = tokenized.text else { return nil }
      let isProse = schema.isProse(row.key)
      termIDs += tokenized.words.map { lexicon.termID(of: $0.text, in: isProse ? .prose : .value) }
      return Field(key: row.key, labels: labels, content: .text(text), weight: isProse ? .prose : .fact, terms: start..<termIDs.count)
    }
  }
}
