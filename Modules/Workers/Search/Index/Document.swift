import Models

/// A record as it is searched: its words by their numbers in the ``Lexicon``.
struct Document: Sendable {
  /// A word of a text and the characters it comes from.
  struct Word: Sendable {
    let term: Int
    let places: FoldedText.Places
  }

  struct Field: Sendable {
    enum Content: Sendable {
      case text(String, [Word])
      /// Known by the names of what they point to.
      case references([Reference])
    }

    /// How much a field says about its record: a fact of its own most, running text least.
    enum Weight: Int, Sendable, Comparable {
      case fact, list, prose
      static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    let key: String
    /// The words of its label and key.
    let labels: Set<String>
    let content: Content
    let weight: Weight

    /// Empty for references.
    var words: [Word] { if case .text(_, let words) = content { words } else { [] } }

    /// How little it means that a word is in this field, from 0 to 10: most where the word is all that the field says.
    var vagueness: Int {
      guard case .text(_, let words) = content, weight != .prose else { return weight.rawValue * 4 }
      return weight.rawValue * 4 + (words.count == 1 ? 0 : words.count < 4 ? 1 : 2)
    }
  }

  let record: Record
  /// Where its kind stands among the others.
  let kindOrder: Int
  /// The words of its name in their order.
  let words: [Word]
  /// Words of the name that stand side by side, taken as one: `obiwan` in Obi-Wan Kenobi.
  let compounds: [Word]
  /// The name without anything between its words.
  let compact: String
  /// How many words of the name are articles at its beginning; people leave them out.
  let articles: Int
  let fields: [Field]
  /// All it points to, each once.
  let targets: [Reference]

  var reference: Reference { record.reference }
  var name: String { record.name }

  private static let article: Set = ["the", "a", "an"]

  init(_ draft: Draft, _ form: KindForm, _ lexicon: inout Lexicon) {
    record = draft.record
    kindOrder = form.order
    targets = draft.targets
    let name = draft.name
    words = name.words.map { Word(term: lexicon.number(of: $0.text, as: .name), places: $0.places) }
    compounds = Self.compounds(name.words).map { Word(term: lexicon.number(of: $0.text, as: .name), places: $0.places) }
    compact = name.compact
    articles = name.words.count > 1 && Self.article.contains(name.words[0].text) ? 1 : 0
    fields = draft.fields.compactMap { Self.field($0, form, &lexicon) }
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

  private static func field(_ draft: Draft.Field, _ form: KindForm, _ lexicon: inout Lexicon) -> Field? {
    let row = draft.row
    let labels = form.labels(of: row)
    switch row.value {
    case .reference(let reference): return Field(key: row.key, labels: labels, content: .references([reference]), weight: .fact)
    case .references(let references): return Field(key: row.key, labels: labels, content: .references(references), weight: .list)
    default:
      guard let text = draft.text else { return nil }
      let isProse = form.isProse(row.key)
      let words = draft.words.map { Word(term: lexicon.number(of: $0.text, as: isProse ? .prose : .value), places: $0.places) }
      return Field(key: row.key, labels: labels, content: .text(text, words), weight: isProse ? .prose : .fact)
    }
  }
}
