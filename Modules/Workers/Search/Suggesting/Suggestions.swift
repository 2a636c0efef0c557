import Contracts
import Models

/// Finds names to suggest while the user types.
struct Suggestions: Sendable {
  let corpus: SearchCorpus
  let fieldNames: FieldNames
  var deadline = Deadline.none

  /// Returns names that match the text typed so far, best first. Applies filters if all are valid and ignores them otherwise.
  func names(for text: String, kind: KindName?, limit: Int) throws(Deadline.Exceeded) -> [Match] {
    let query = (try? Query(text, kind: kind, names: fieldNames)) ?? Query(words: text, kind: kind)
    guard !query.clauses.isEmpty else { return [] }
    var matcher = try Matcher(query, corpus, includesFields: false, until: deadline)
    var hits = try matcher.hits(limit: max(limit, 1)).best
    if hits.first.map({ $0.tier > .fuzzyName }) ?? true {
      let lenient = try Matcher(query, corpus, includesFields: false, isLenient: true, until: deadline)
      let more = try lenient.hits(limit: max(limit, 1)).best
      if let best = more.first, hits.first.map({ best < $0 }) ?? true { (matcher, hits) = (lenient, more) }
    }
    // If a name matches all words, partial matches are noise.
    if let best = hits.first, best.tier <= .fuzzyName { hits = hits.filter { $0.tier <= .fuzzyName } }
    guard hits.isEmpty else { return hits.prefix(limit).map { matcher.hit($0).match(in: corpus, matcher.compiledClauses) } }
    guard let abbreviation = Abbreviation(text) else { return [] }
    return try self.names(for: abbreviation, kind: kind, limit: limit)
  }

  /// Returns names that `abbreviation` matches: smallest span first, then best connected.
  private func names(for abbreviation: Abbreviation, kind: KindName?, limit: Int) throws(Deadline.Exceeded) -> [Match] {
    var best = BestList<(position: Int, occurrence: Abbreviation.Occurrence)>(limit) { left, right in
      guard left.occurrence.span == right.occurrence.span else { return left.occurrence.span < right.occurrence.span }
      return isBetterConnected(left.position, than: right.position)
    }
    let lexicon = corpus.lexicon
    for (_, positions) in corpus.ranges.filter({ kind == nil || kind == $0.kind }) {
      for position in positions {
        try deadline.check(at: position)
        guard let compact = corpus.compactTermID(at: position), abbreviation.mayOccur(in: lexicon.letterMasks[Int(compact)]) else {
          continue
        }
        if let occurrence = abbreviation.occurrence(in: corpus.name(at: position)) { best.add((position, occurrence)) }
      }
    }
    return best.sorted.map { Match(corpus.reference(at: $0.position), corpus.name(at: $0.position), marks: $0.occurrence.marks) }
  }

  private func isBetterConnected(_ position: Int, than other: Int) -> Bool {
    let (left, right) = (corpus.links.inboundReferences[position], corpus.links.inboundReferences[other])
    return left != right ? left > right : position < other
  }

  /// Returns records to suggest before anything is typed: well-connected records of each kind in turn, chosen at random once a day.
  ///
  /// - Parameter day: days since 1970.
  func featured(kind: KindName?, limit: Int, day: Int) -> [Match] {
    let positionsByKind = corpus.ranges.filter { kind == nil || kind == $0.kind }.map(\.positions)
    var generator = SplitMix64(seed: UInt64(bitPattern: Int64(day)))
    var candidates = positionsByKind.map { positions in
      // The better connected half, in an order that depends on the day.
      let sorted = positions.sorted { isBetterConnected($0, than: $1) }
      return Array(sorted.prefix(max(limit, (sorted.count + 1) / 2))).shuffled(using: &generator)[...]
    }
    var chosen: [Match] = []
    while chosen.count < limit, candidates.contains(where: { !$0.isEmpty }) {
      for kind in candidates.indices where chosen.count < limit {
        guard let position = candidates[kind].popFirst() else { continue }
        chosen.append(Match(corpus.reference(at: position), corpus.name(at: position)))
      }
    }
    return chosen
  }
}

/// Deterministic random number generator (SplitMix64).
private struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
