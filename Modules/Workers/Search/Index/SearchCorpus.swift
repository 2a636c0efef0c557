import Models

/// The indexed records as an immutable value that searches and suggestions read without a lock.
struct SearchCorpus: Sendable {
  let kinds: Kinds
  private(set) var vocabulary = Vocabulary()
  /// The records, sorted by kind in registry order, then by ID. A record's index here is its position.
  private(set) var columns = DocumentColumns()
  private(set) var links = ReferenceLinks()
  /// The words that can name kinds and fields.
  private let labels: Set<String>
  private let schemas: [KindName: KindSchema]
  private let unknownSchema: KindSchema
  /// The kinds that have records, in their order, with their positions. There are few.
  private(set) var ranges: [(kind: KindName, positions: Range<Int>)] = []

  static func empty(_ kinds: Kinds) -> SearchCorpus { SearchCorpus([], kinds: kinds) }

  init(_ records: some Collection<Record>, kinds: Kinds) {
    let schemas = kinds.all.enumerated().map { ($1.name, KindSchema($1, order: $0)) }
    let names = kinds.all.flatMap(\.words)
    self.kinds = kinds
    self.schemas = Dictionary(schemas, uniquingKeysWith: { first, _ in first })
    unknownSchema = KindSchema(nil, order: schemas.count)
    labels = schemas.reduce(into: Set(names)) { $0.formUnion($1.1.allLabels) }
    apply(records.map { TokenizedRecord($0, kinds: kinds) }, removing: [])
  }

  /// Returns the corpus with `changed` added or replaced, and without `removed`. Only the changed records are indexed; the rest is copied,
  /// and its references are resolved again.
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
    var merged = DocumentColumns()
    merged.reserveCapacity(columns, adding: changes.count)
    var sizes = Dictionary(ranges.map { ($0.kind, $0.positions.count) }, uniquingKeysWith: +)
    var next = 0
    for (_, reference) in edited {
      let position = lowerBound(of: reference)
      merged.append(next..<position, of: columns)
      next = position
      let isKnown = self.position(of: reference) == position
      if isKnown {
        next += 1
        sizes[reference.kind, default: 0] -= 1
      }
      if let tokenized = changes[reference] {
        merged.append(tokenized, schema(of: reference.kind), &vocabulary)
        sizes[reference.kind, default: 0] += 1
      }
      // Last, so that the words that stay keep their entries.
      if isKnown { columns.removeWords(at: position, from: &vocabulary.lexicon) }
    }
    merged.append(next..<columns.count, of: columns)
    replace(vocabulary, merged, sizes)
  }

  /// - Parameter sizes: number of records of each kind.
  mutating func replace(_ vocabulary: Vocabulary, _ columns: DocumentColumns, _ sizes: [KindName: Int]) {
    self.vocabulary = vocabulary
    self.columns = columns
    setRanges(sizes)
    links = resolvedLinks()
  }

  private func resolvedLinks() -> ReferenceLinks {
    let ranges = vocabulary.kinds.map { positions(of: $0) ?? 0..<0 }
    let film = vocabulary.kinds.firstIndex(of: Film.kind).map { UInt32($0) }
    return ReferenceLinks(columns.references, films: (film, positions(of: Film.kind) ?? 0..<0)) { reference in
      position(of: reference.id, in: ranges[Int(reference.kind)])
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

  func schema(of kind: KindName) -> KindSchema { schemas[kind] ?? unknownSchema }

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
      if columns.ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func positions(of kind: KindName) -> Range<Int>? { ranges.first { $0.kind == kind }?.positions }

  /// Whether the corpus is small enough for the bus thread to search it for a short text.
  var isSmall: Bool { count <= 2_000 && lexicon.entries.count <= 20_000 }

  /// Takes time logarithmic in the number of records of the kind, and mostly constant time, since most IDs are without gaps.
  func position(of reference: Reference) -> Int? { positions(of: reference.kind).flatMap { position(of: reference.id, in: $0) } }

  private func position(of id: Int, in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    let distance = id.subtractingReportingOverflow(columns.ids[range.lowerBound])
    guard !distance.overflow, distance.partialValue >= 0 else { return nil }
    // IDs are distinct and ascending, so a record is not after the place that it has without gaps.
    if distance.partialValue < range.count, columns.ids[range.lowerBound + distance.partialValue] == id {
      return range.lowerBound + distance.partialValue
    }
    let position = lowerBound(of: id, in: range)
    return position < range.upperBound && columns.ids[position] == id ? position : nil
  }

  /// Returns whether a word can name a kind or a field.
  func isLabel(_ word: String) -> Bool { labels.contains(word) }

  /// Returns whether a word occurs in a name or a fact. Running text is ignored: it has too many words to tell a typo from a known word.
  func containsWord(_ word: String) -> Bool { !lexicon.occurrences(of: word).isDisjoint(with: [.name, .value]) }
}
