import Models

/// The indexed records as an immutable value that searches and suggestions read without a lock.
struct SearchCorpus: Sendable {
  let kinds: Kinds
  let lexicon: Lexicon
  /// Sorted by kind in registry order, then by ID. A record's index here is its position.
  let documents: [Document]
  let inboundReferences: [InboundReferences]
  /// The words that can name kinds and fields.
  private let labels: Set<String>
  private let schemas: [KindName: KindSchema]
  private let positions: [Reference: Int]

  static func empty(_ kinds: Kinds) -> SearchCorpus { SearchCorpus([], kinds: kinds) }

  init(_ records: some Collection<Record>, kinds: Kinds) {
    let schemas = kinds.all.enumerated().map { ($1.name, KindSchema($1, order: $0)) }
    let names = kinds.all.flatMap { [$0.name.text, $0.singular] }
    self.init(
      adding: records.map(TokenizedRecord.init), to: [], Lexicon(), kinds: kinds,
      schemas: Dictionary(schemas, uniquingKeysWith: { first, _ in first }),
      labels: schemas.reduce(into: Set(names)) { $0.formUnion($1.1.allLabels) })
  }

  private init(
    adding tokenizedRecords: [TokenizedRecord], to known: [Document], _ lexicon: Lexicon, kinds: Kinds, schemas: [KindName: KindSchema],
    labels: Set<String>
  ) {
    var lexicon = lexicon
    let unknown = KindSchema(nil, order: schemas.count)
    let new = tokenizedRecords.map { Document($0, schemas[$0.record.reference.kind] ?? unknown, &lexicon) }
    let documents = Self.merge(known, new)
    self.kinds = kinds
    self.schemas = schemas
    self.labels = labels
    self.lexicon = lexicon
    self.documents = documents
    positions = Dictionary(documents.enumerated().map { ($1.reference, $0) }, uniquingKeysWith: { first, _ in first })
    inboundReferences = InboundReferences.of(documents)
  }

  /// Merges `new` documents into the sorted documents of a corpus, in time linear to the corpus.
  private static func merge(_ known: [Document], _ new: [Document]) -> [Document] {
    func precedes(_ left: Document, _ right: Document) -> Bool { (left.kindOrder, left.reference) < (right.kindOrder, right.reference) }
    var rest = known[...]
    var merged: [Document] = []
    merged.reserveCapacity(known.count + new.count)
    for document in new.sorted(by: precedes) {
      while let next = rest.first, !precedes(document, next) {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(document)
    }
    return merged + rest
  }

  /// Returns the corpus with `changed` added or replaced, and without `removed`. Adding tokenizes and indexes only the new records;
  /// replacing or removing rebuilds the corpus, so that no unused term remains.
  func updated(_ changed: some Collection<Record>, removing removed: Set<Reference> = []) -> SearchCorpus {
    updated(changed.map(TokenizedRecord.init), removing: removed)
  }

  func updated(_ changed: [TokenizedRecord], removing removed: Set<Reference> = []) -> SearchCorpus {
    let replaced = Set(changed.map(\.record.reference)).union(removed)
    guard replaced.contains(where: { positions[$0] != nil }) else {
      return SearchCorpus(adding: changed, to: documents, lexicon, kinds: kinds, schemas: schemas, labels: labels)
    }
    let kept = documents.lazy.map(\.record).filter { !replaced.contains($0.reference) }
    return SearchCorpus(kept + changed.map(\.record), kinds: kinds)
  }

  /// Whether the corpus is small enough for the bus thread to search it for a short text.
  var isSmall: Bool { documents.count <= 2_000 && lexicon.entries.count <= 20_000 }

  subscript(reference: Reference) -> Document? { positions[reference].map { documents[$0] } }

  func position(of reference: Reference) -> Int? { positions[reference] }

  func name(of reference: Reference) -> String? { self[reference]?.name }

  /// Returns whether a word can name a kind or a field.
  func isLabel(_ word: String) -> Bool { labels.contains(word) }

  /// Returns whether a word occurs in a name or a fact. Running text is ignored: it has too many words to tell a typo from a known word.
  func containsWord(_ word: String) -> Bool { !lexicon.occurrences(of: word).isDisjoint(with: [.name, .value]) }
}
