import Models

/// The indexed records as an immutable value that searches and suggestions read without a lock.
struct SearchCorpus: Sendable {
  let kinds: Kinds
  private(set) var lexicon = Lexicon()
  /// Sorted by kind in registry order, then by ID. A record's index here is its position.
  private(set) var documents: [Document] = []
  /// The words of the documents, by position.
  private(set) var terms = DocumentTerms()
  /// By position.
  private(set) var inboundReferences: [InboundReferences] = []
  /// The words that can name kinds and fields.
  private let labels: Set<String>
  private let schemas: [KindName: KindSchema]
  private let unknownSchema: KindSchema
  private var connections = Connections()
  /// The IDs of the records, by position.
  private var ids: [Int] = []
  /// The kinds that have records, in their order, with their positions. There are few.
  private(set) var ranges: [(kind: KindName, positions: Range<Int>)] = []

  static func empty(_ kinds: Kinds) -> SearchCorpus { SearchCorpus([], kinds: kinds) }

  init(_ records: some Collection<Record>, kinds: Kinds) {
    let schemas = kinds.all.enumerated().map { ($1.name, KindSchema($1, order: $0)) }
    let names = kinds.all.flatMap { [$0.name.text, $0.singular] }
    self.kinds = kinds
    self.schemas = Dictionary(schemas, uniquingKeysWith: { first, _ in first })
    unknownSchema = KindSchema(nil, order: schemas.count)
    labels = schemas.reduce(into: Set(names)) { $0.formUnion($1.1.allLabels) }
    apply(records.map(TokenizedRecord.init), removing: [])
  }

  /// Returns the corpus with `changed` added or replaced, and without `removed`. Only the changed records are indexed, and only their
  /// neighbours updated; the rest is copied.
  func updated(_ changed: [TokenizedRecord], removing removed: Set<Reference> = []) -> SearchCorpus {
    var corpus = self
    corpus.apply(changed, removing: removed)
    return corpus
  }

  private mutating func apply(_ changed: [TokenizedRecord], removing removed: Set<Reference>) {
    let changes = Dictionary(changed.map { ($0.record.reference, $0) }, uniquingKeysWith: { _, last in last })
    let edited = removed.union(changes.keys).map { (order: order(of: $0.kind), reference: $0) }
      .sorted { ($0.order, $0.reference) < ($1.order, $1.reference) }
    guard !edited.isEmpty else { return }
    var merged = Rows(capacity: documents.count + changes.count)
    merged.terms.reserveCapacity(documents: documents.count + changes.count, terms: terms.termIDs.count)
    var sizes = Dictionary(ranges.map { ($0.kind, $0.positions.count) }, uniquingKeysWith: +)
    var connected: Set<Reference> = []
    var next = 0
    for (_, reference) in edited {
      let position = lowerBound(of: reference)
      merged.append(documents[next..<position], inboundReferences[next..<position], ids[next..<position])
      merged.terms.append(next..<position, of: terms)
      next = position
      let old = next < documents.count && documents[next].reference == reference ? documents[next] : nil
      if let old {
        next += 1
        sizes[reference.kind, default: 0] -= 1
        connections.remove(old)
        connected.formUnion(old.targets)
      }
      if let tokenized = changes[reference] {
        let document = Document(tokenized, schemas[reference.kind] ?? unknownSchema, &lexicon, &merged.terms)
        sizes[reference.kind, default: 0] += 1
        connections.add(document)
        connected.formUnion(document.targets)
        connected.insert(reference)
        merged.append([document], [InboundReferences()], [reference.id])
      }
      // Last, so that the words that stay keep their entries.
      old?.removeWords(from: &lexicon, terms, at: position)
    }
    merged.append(documents[next...], inboundReferences[next...], ids[next...])
    merged.terms.append(next..<documents.count, of: terms)
    (documents, inboundReferences, ids, terms) = (merged.documents, merged.inboundReferences, merged.ids, merged.terms)
    setRanges(sizes)
    for reference in connected {
      if let position = position(of: reference) { inboundReferences[position] = connections[reference] }
    }
  }

  private mutating func setRanges(_ sizes: [KindName: Int]) {
    ranges = []
    var start = 0
    for (kind, size) in sizes.sorted(by: { (order(of: $0.key), $0.key) < (order(of: $1.key), $1.key) }) where size > 0 {
      ranges.append((kind, start..<start + size))
      start += size
    }
  }

  private func order(of kind: KindName) -> Int { schemas[kind]?.order ?? unknownSchema.order }

  /// Returns the position of the first record that is not before `reference`.
  private func lowerBound(of reference: Reference) -> Int {
    guard let range = positions(of: reference.kind) else {
      let new = (order(of: reference.kind), reference.kind)
      return ranges.last { (order(of: $0.kind), $0.kind) < new }?.positions.upperBound ?? 0
    }
    return lowerBound(of: reference.id, in: range)
  }

  private func lowerBound(of id: Int, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func positions(of kind: KindName) -> Range<Int>? { ranges.first { $0.kind == kind }?.positions }

  /// Whether the corpus is small enough for the bus thread to search it for a short text.
  var isSmall: Bool { documents.count <= 2_000 && lexicon.entries.count <= 20_000 }

  subscript(reference: Reference) -> Document? { position(of: reference).map { documents[$0] } }

  /// Takes time logarithmic in the number of records of the kind.
  func position(of reference: Reference) -> Int? {
    guard let range = positions(of: reference.kind) else { return nil }
    let position = lowerBound(of: reference.id, in: range)
    return position < range.upperBound && ids[position] == reference.id ? position : nil
  }

  /// The positions of the records that refer to a record, in any order.
  func referrers(ofRecordAt position: Int) -> some Sequence<Int> {
    connections.referrers(of: documents[position].reference).lazy.compactMap { self.position(of: $0) }
  }

  /// Number of records of a kind.
  func count(of kind: KindName) -> Int { positions(of: kind)?.count ?? 0 }

  func name(of reference: Reference) -> String? { self[reference]?.name }

  /// Returns whether a word can name a kind or a field.
  func isLabel(_ word: String) -> Bool { labels.contains(word) }

  /// Returns whether a word occurs in a name or a fact. Running text is ignored: it has too many words to tell a typo from a known word.
  func containsWord(_ word: String) -> Bool { !lexicon.occurrences(of: word).isDisjoint(with: [.name, .value]) }
}

/// The columns of a corpus while it is copied with changes.
private struct Rows {
  private(set) var documents: [Document] = []
  private(set) var inboundReferences: [InboundReferences] = []
  private(set) var ids: [Int] = []
  var terms = DocumentTerms()

  init(capacity: Int) {
    documents.reserveCapacity(capacity)
    inboundReferences.reserveCapacity(capacity)
    ids.reserveCapacity(capacity)
  }

  mutating func append(
    _ documents: ArraySlice<Document>, _ inboundReferences: ArraySlice<InboundReferences>, _ ids: ArraySlice<Int>
  ) {
    self.documents += documents
    self.inboundReferences += inboundReferences
    self.ids += ids
  }
}
