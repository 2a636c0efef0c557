import Models

/// The references of a record, resolved to positions.
struct Links: Sendable {
  /// The positions of the referenced records, parallel to ``IndexEntry/references``; -1 for those that are not indexed.
  let targets: [Int32]
  /// The positions of the records that this one refers to or that refer to it, in ascending order.
  let neighbours: [Int32]
  let connections: Connections
}

/// How well connected a record is, which ranks equally good matches: by number of films first, then by number of records. References count in
/// both directions, each connected record once.
struct Connections: Sendable, Hashable, Comparable {
  var films: Int32 = 0
  var records: Int32 = 0

  static func < (left: Connections, right: Connections) -> Bool { (left.films, left.records) < (right.films, right.records) }
}

/// The indexed records as a value that searches and suggestions read without a lock.
struct SearchCorpus: Sendable {
  let schema: CorpusSchema
  /// The records, sorted by kind in registry order, then by ID. The index of a record is its position.
  let entries: [IndexEntry]
  let links: [Links]
  let lexicon: Lexicon
  let wordCount: Int
  /// The kinds that have records, in their order, with the positions of the records. There are few.
  let ranges: [(kind: KindName, positions: Range<Int>)]
  private let positions: [Reference: Int32]

  /// Takes time linear in the size of the corpus, but for sorting the entries.
  init(_ entries: some Sequence<IndexEntry>, _ lexicon: Lexicon, _ schema: CorpusSchema) {
    let entries = entries.sorted {
      $0.kindOrder != $1.kindOrder ? $0.kindOrder < $1.kindOrder : $0.reference < $1.reference
    }
    var (lexicon, ranges): (Lexicon, [(kind: KindName, positions: Range<Int>)]) = (lexicon, [])
    var positions: [Reference: Int32] = Dictionary(minimumCapacity: entries.count)
    wordCount = lexicon.setUses(by: entries)
    for (position, entry) in entries.enumerated() {
      positions[entry.reference] = Int32(position)
      if let last = ranges.last, last.kind == entry.reference.kind {
        ranges[ranges.count - 1].positions = last.positions.lowerBound..<position + 1
      } else {
        ranges.append((entry.reference.kind, position..<position + 1))
      }
    }
    links = Self.links(entries, positions, films: ranges.first { $0.kind == .films }?.positions ?? 0..<0)
    (self.schema, self.entries, self.lexicon, self.ranges, self.positions) = (schema, entries, lexicon, ranges, positions)
  }

  private static func links(_ entries: [IndexEntry], _ positions: [Reference: Int32], films: Range<Int>) -> [Links] {
    var neighbours = [[Int32]](repeating: [], count: entries.count)
    let targets = entries.map { $0.references.map { positions[$0] ?? -1 } }
    for position in entries.indices {
      for target in targets[position] where target >= 0 && target != position {
        neighbours[position].append(target)
        neighbours[Int(target)].append(Int32(position))
      }
    }
    return entries.indices.map { position in
      var last: Int32 = -1
      let distinct = neighbours[position].sorted().filter { neighbour in
        defer { last = neighbour }
        return neighbour != last
      }
      let unknown = Set(zip(entries[position].references, targets[position]).lazy.filter { $0.1 < 0 }.map(\.0))
      let connections = Connections(
        films: Int32(distinct.count { films.contains(Int($0)) } + unknown.count { $0.kind == .films }),
        records: Int32(distinct.count + unknown.count))
      return Links(targets: targets[position], neighbours: distinct, connections: connections)
    }
  }

  var count: Int { entries.count }

  func positions(of kind: KindName) -> Range<Int> { ranges.first { $0.kind == kind }?.positions ?? 0..<0 }

  func position(of reference: Reference) -> Int? { positions[reference].map { Int($0) } }

  func name(of reference: Reference) -> String? { position(of: reference).map { entries[$0].name } }

  /// Returns a field of a record as text; `nil` without a value. References are their names, or their number if `isCounted`.
  func text(of key: String, in record: Record, isCounted: Bool) -> String? {
    switch record.display(key) {
    case .reference(let target)?: name(of: target) ?? "\(target)"
    case .references(let targets)? where isCounted: String(targets.count)
    case .references(let targets)?: targets.compactMap(name(of:)).joined(separator: ", ")
    case let value?: ValueText.text(value)
    case nil: nil
    }
  }

  /// The name of the record at a position, folded and without separators.
  func compactName(at position: Int) -> String { entries[position].compactName.map { lexicon[$0].text } ?? "" }

  /// References to records that are not indexed.
  var unknownReferences: Set<Reference> {
    zip(entries, links).reduce(into: []) { unknown, record in
      for (reference, target) in zip(record.0.references, record.1.targets) where target < 0 { unknown.insert(reference) }
    }
  }

  /// Returns whether a word occurs in a name or a fact. Running text is ignored: it has too many words to tell a typo from a known word.
  func containsWord(_ word: String) -> Bool { lexicon.id(of: word).map { lexicon[$0].isInNames || lexicon[$0].isInValues } ?? false }
}
