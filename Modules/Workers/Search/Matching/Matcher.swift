import Models

/// A record that matches a query.
struct Hit: Sendable {
  let score: Score
  /// The match of each clause of the query, in order.
  let clauseMatches: [ClauseMatch]

  var position: Int { score.position }
}

/// Compares the records of a corpus with a query.
struct Matcher: Sendable {
  let query: Query
  let corpus: SearchCorpus
  let compiledClauses: [CompiledClause]
  /// The words of all clauses without separators.
  let compact: String
  /// Whether to search fields as well as names.
  let includesFields: Bool
  private let excludedClauses: [CompiledClause]
  /// For each clause, whether it need not match because other clauses do.
  private let isOptional: [Bool]
  /// For each clause, how often it occurs earlier in the query. A name must contain a word as often as the query: `at at` is not AT-ST.
  private let repetitions: [Int]
  private let filters: [FieldFilter]
  private let deadline: Deadline

  /// Words that are optional next to other words, but count if they match in a name.
  private static let stopWords: Set = [
    "a", "an", "and", "are", "at", "by", "from", "in", "is", "of", "on", "or", "the", "to", "who", "with",
  ]

  /// - Parameters:
  ///   - isLenient: also tolerate typos in words that occur in the corpus.
  ///   - deadline: limits this initialiser and ``hits()``.
  init(
    _ query: Query, _ corpus: SearchCorpus, includesFields: Bool = true, isLenient: Bool = false, until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    self.query = query
    self.corpus = corpus
    self.includesFields = includesFields
    self.deadline = deadline
    var known: [Query.Clause: CompiledClause] = [:]
    var compiledClauses: [CompiledClause] = []
    for clause in query.clauses {
      if let compiled = known[clause] {
        compiledClauses.append(compiled)
        continue
      }
      let compiled = try CompiledClause(clause, corpus, among: includesFields ? .all : .name, isLenient: isLenient, until: deadline)
      known[clause] = compiled
      compiledClauses.append(compiled)
    }
    self.compiledClauses = compiledClauses
    compact = query.clauses.flatMap(\.words).joined()
    repetitions = query.clauses.indices.map { position in query.clauses[..<position].count { $0 == query.clauses[position] } }
    isOptional = Self.optional(query.clauses, corpus)
    excludedClauses = try query.excludedClauses.map { (clause) throws(Deadline.Exceeded) in
      try CompiledClause(clause, corpus, until: deadline)
    }
    filters = try Self.filters(query.filters, corpus, deadline)
  }

  /// Returns which clauses are optional: stop words next to other words, unless a sequence of them is a complete name (`at at`).
  private static func optional(_ clauses: [Query.Clause], _ corpus: SearchCorpus) -> [Bool] {
    var optional = clauses.map { !$0.isPhrase && $0.words.allSatisfy(stopWords.contains) }
    guard optional.contains(true), optional.contains(false) else { return optional.map { _ in false } }
    var start = 0
    while start < clauses.count {
      let end = optional[start...].firstIndex { $0 != optional[start] } ?? clauses.count
      let run = clauses[start..<end].flatMap(\.words).joined()
      // Of most names, not even the words are known.
      let isName = optional[start] && corpus.lexicon.occurrences(of: run).contains(.name)
      if isName, corpus.documents.contains(where: { $0.compact == run }) {
        for position in start..<end { optional[position] = false }
      }
      start = end
    }
    return optional
  }

  /// Returns the filters, with typos tolerated in those that match no record exactly.
  private static func filters(
    _ filters: [FieldFilter], _ corpus: SearchCorpus, _ deadline: Deadline
  ) throws(Deadline.Exceeded) -> [FieldFilter] {
    try filters.map { (filter) throws(Deadline.Exceeded) in
      if filter.comparison.isOrdering { return filter }
      for document in corpus.documents {
        try deadline.check()
        if filter.matches(document.record, name: corpus.name(of:)) { return filter }
      }
      var lenient = filter
      lenient.isLenient = true
      return lenient
    }
  }

  /// Returns the matching records, best first.
  func hits() throws(Deadline.Exceeded) -> [Hit] {
    let candidates = try candidates()
    var hits: [Hit] = []
    for position in candidates.indices {
      try deadline.check(at: position)
      guard candidates[position], query.covers(corpus.documents[position].reference.kind), let hit = hit(position) else { continue }
      // Filters read whole fields, so check the deadline for each record.
      if !filters.isEmpty { try deadline.check() }
      if isIncluded(position) { hits.append(hit) }
    }
    return hits.sorted { $0.score < $1.score }
  }

  /// Returns by position whether a record can match: it contains a word of the query, or refers to a record whose name does, or the query
  /// names nothing but its kind.
  private func candidates() throws(Deadline.Exceeded) -> [Bool] {
    let isEmpty = compiledClauses.isEmpty
    var candidates = [Bool](repeating: isEmpty, count: corpus.documents.count)
    if isEmpty { return candidates }
    for clause in compiledClauses { for position in clause.named { candidates[position] = true } }
    guard includesFields else { return candidates }
    for (kind, positions) in corpus.ranges where compiledClauses.indices.allSatisfy({ isLabel($0, kind) }) {
      for position in positions { candidates[position] = true }
    }
    for clause in compiledClauses {
      for (step, position) in clause.named.enumerated() {
        try deadline.check(at: step)
        for referrer in corpus.referrers(ofRecordAt: position) { candidates[referrer] = true }
      }
    }
    var isWanted = [Bool](repeating: false, count: corpus.lexicon.entries.count)
    for word in compiledClauses.lazy.flatMap(\.wordMatches) { for termID in word.termIDs { isWanted[Int(termID)] = true } }
    let terms = corpus.terms
    for position in candidates.indices where !candidates[position] {
      try deadline.check(at: position)
      for index in terms.all(position) where isWanted[Int(terms.termIDs[index])] {
        candidates[position] = true
        break
      }
    }
    return candidates
  }

  /// Returns whether a record satisfies the query's kinds, filters and exclusions.
  func isIncluded(_ position: Int) -> Bool {
    let record = corpus.documents[position].record
    guard query.covers(record.reference.kind), filters.allSatisfy({ $0.matches(record, name: corpus.name(of:)) != $0.isNegated })
    else { return false }
    return excludedClauses.allSatisfy { compiled in
      !compiled.nameQuality(position).isWhole && !compiled.match(inFieldsAt: position, corpus, isLenient: false).quality.isWhole
    }
  }

  private func hit(_ position: Int) -> Hit? {
    let clauseMatches = self.clauseMatches(position)
    guard let (tier, penalty) = rank(position, clauseMatches) else { return nil }
    let score = Score(tier: tier, penalty: penalty, inboundReferences: corpus.inboundReferences[position], position: position)
    return Hit(score: score, clauseMatches: clauseMatches)
  }

  private func clauseMatches(_ position: Int) -> [ClauseMatch] {
    var clauseMatches = compiledClauses.indices.map { match(ofClause: $0, at: position) }
    // Only next to a match can a clause be a label.
    guard clauseMatches.count > 1, clauseMatches.contains(where: \.isNothing) else { return clauseMatches }
    let found = clauseMatches.compactMap { if case .field(let index, _, _) = $0 { index } else { nil } }
    for (index, compiled) in compiledClauses.enumerated() where clauseMatches[index].isNothing {
      guard case .word(let word) = compiled.clause else { continue }
      if found.contains(where: { corpus.documents[position].fields[$0].labels.contains(word) }) { clauseMatches[index] = .label }
    }
    return clauseMatches
  }

  private func match(ofClause index: Int, at position: Int) -> ClauseMatch {
    let compiled = compiledClauses[index]
    let occursOftenEnough =
      repetitions[index] == 0 || compiled.occurs(atLeast: repetitions[index] + 1, inNameAt: position, corpus.terms)
    let nameQuality = occursOftenEnough ? compiled.nameQuality(position) : .none
    let name = nameQuality == .none ? ClauseMatch.nothing : .name(nameQuality)
    guard includesFields, !nameQuality.isAsWritten else { return name }
    if isLabel(index, corpus.documents[position].reference.kind) { return .label }
    let field = compiled.match(inFieldsAt: position, corpus, isLenient: name.isNothing)
    // A misspelled match in the name ranks above a partial-word match in a field.
    return name.isNothing || (field.quality.isWhole && !field.isProse(in: corpus.documents[position])) ? field : name
  }

  /// Returns whether a clause need not match in records of a kind: it is a stop word, or names the kind.
  private func isLabel(_ index: Int, _ kind: KindName) -> Bool {
    guard case .word(let word) = compiledClauses[index].clause else { return false }
    if isOptional[index] { return true }
    guard let kind = corpus.kinds[kind] else { return false }
    return kind.name.text == word || kind.singular == word
  }
}
