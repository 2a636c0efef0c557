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
  /// Whether to search fields as well as names.
  let includesFields: Bool
  private let excludedClauses: [CompiledClause]
  /// For each clause, whether it need not match because other clauses do.
  private let isOptional: [Bool]
  /// For each clause, the positions of the records whose kind it names.
  private let kindWords: [[Range<Int>]]
  /// For each clause, the fields that it names.
  private let fieldWords: [Set<FieldKeys.ID>]
  /// For each clause, how often it occurs earlier in the query. A name must contain a word as often as the query: `at at` is not AT-ST.
  private let repetitions: [Int]
  private let filters: [CompiledFilter]
  private let deadline: Deadline
  /// The words of all clauses.
  let typed: TypedName
  /// The terms of English articles.
  let articles: [Lexicon.TermID]

  /// Words that are optional next to other words, but count if they match in a name.
  private static let stopWords: Set = [
    "a", "an", "and", "are", "at", "by", "from", "in", "is", "of", "on", "or", "the", "to", "who", "with",
  ]

  /// - Parameters:
  ///   - isLenient: also tolerate typos in words that occur in the corpus.
  ///   - deadline: limits this initialiser and the searches of the matcher.
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
    typed = TypedName(compiledClauses.flatMap(\.wordMatches), corpus.lexicon)
    articles = ["the", "a", "an"].compactMap { corpus.lexicon.termID(of: $0) }
    repetitions = query.clauses.indices.map { position in query.clauses[..<position].count { $0 == query.clauses[position] } }
    isOptional = Self.optional(query.clauses, corpus)
    fieldWords = query.clauses.map { clause in
      guard case .word(let word) = clause else { return [] }
      return corpus.vocabulary.fieldKeys.ids(named: word)
    }
    kindWords = query.clauses.map { clause in
      guard case .word(let word) = clause else { return [] }
      return corpus.ranges.filter { range in
        corpus.kinds[range.kind]?.words.contains(word) ?? false
      }.map(\.positions)
    }
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
      if optional[start], let termID = corpus.lexicon.termID(of: run), corpus.lexicon[termID].occurrences.contains(.name),
        (0..<corpus.count).contains(where: { corpus.compactTermID(at: $0) == termID })
      {
        for position in start..<end { optional[position] = false }
      }
      start = end
    }
    return optional
  }

  /// Returns the filters, with typos tolerated in those that match no record exactly.
  private static func filters(
    _ filters: [FieldFilter], _ corpus: SearchCorpus, _ deadline: Deadline
  ) throws(Deadline.Exceeded) -> [CompiledFilter] {
    try filters.map { (filter) throws(Deadline.Exceeded) in
      let compiled = try CompiledFilter(filter, corpus, deadline)
      if filter.comparison.isOrdering { return compiled }
      for position in 0..<corpus.count {
        try deadline.check(at: position)
        if compiled.matches(position, corpus) { return compiled }
      }
      var lenient = filter
      lenient.isLenient = true
      return try CompiledFilter(lenient, corpus, deadline)
    }
  }

  /// Returns the number of matching records and the best of them, best first.
  func hits(limit: Int) throws(Deadline.Exceeded) -> (count: Int, best: [Score]) {
    var count = 0
    var best = BestList<Score>(limit) { $0 < $1 }
    var clauseMatches: [ClauseMatch] = []
    try forEachCandidate { position in
      guard let score = score(position, &clauseMatches), isIncluded(position) else { return }
      count += 1
      best.add(score)
    }
    return (count, best.sorted)
  }

  /// Returns a hit with the matches of the clauses, which are not kept when records are ranked.
  func hit(_ score: Score) -> Hit {
    var clauseMatches: [ClauseMatch] = []
    setMatches(of: score.position, &clauseMatches)
    return Hit(score: score, clauseMatches: clauseMatches)
  }

  /// Returns the number of matching records and the first of them in the order of a list: by kind, then name.
  func listing(limit: Int) throws(Deadline.Exceeded) -> (count: Int, first: [Int]) {
    var count = 0
    var first = BestList<(order: Int, position: Int)>(limit) { left, right in
      if left.order != right.order { return left.order < right.order }
      let (name, other) = (corpus.compactName(at: left.position), corpus.compactName(at: right.position))
      if name.elementsEqual(other) { return left.position < right.position }
      return name.lexicographicallyPrecedes(other)
    }
    for (order, (kind, positions)) in corpus.ranges.enumerated() where query.covers(kind) {
      for position in positions {
        try deadline.check(at: position)
        guard isIncluded(position) else { continue }
        count += 1
        first.add((order, position))
      }
    }
    return (count, first.sorted.map(\.position))
  }

  /// Returns whether a record is a hit.
  func isHit(_ position: Int) -> Bool {
    var clauseMatches: [ClauseMatch] = []
    return isIncluded(position) && score(position, &clauseMatches) != nil
  }

  private func forEachCandidate(_ body: (Int) -> Void) throws(Deadline.Exceeded) {
    let candidates = try candidates()
    for (kind, positions) in corpus.ranges where query.covers(kind) {
      for position in positions where candidates[position] {
        try deadline.check(at: position)
        body(position)
      }
    }
  }

  /// Returns by position whether a record can match: it contains a word of the query, or refers to a record whose name does, or the query
  /// names nothing but its kind.
  private func candidates() throws(Deadline.Exceeded) -> [Bool] {
    let isEmpty = compiledClauses.isEmpty
    var candidates = [Bool](repeating: isEmpty, count: corpus.count)
    if isEmpty { return candidates }
    for clause in compiledClauses { for position in clause.named { candidates[position] = true } }
    guard includesFields else { return candidates }
    for (_, positions) in corpus.ranges where compiledClauses.indices.allSatisfy({ isLabel($0, at: positions.lowerBound) }) {
      for position in positions { candidates[position] = true }
    }
    for clause in compiledClauses {
      for (step, position) in clause.named.enumerated() {
        try deadline.check(at: step)
        for referrer in corpus.referrers(ofRecordAt: position) { candidates[referrer] = true }
      }
    }
    var isWanted = [Bool](repeating: false, count: corpus.vocabulary.lexicon.entries.count)
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
    if query.restrictsKinds, !query.covers(corpus.kind(at: position)) { return false }
    guard filters.allSatisfy({ $0.matches(position, corpus) != $0.filter.isNegated }) else { return false }
    return excludedClauses.allSatisfy { compiled in
      !compiled.nameQuality(position).isWhole && !compiled.match(inFieldsAt: position, corpus, isLenient: false).quality.isWhole
    }
  }

  /// - Parameter clauseMatches: overwritten; one array for all records, because most records are only counted.
  private func score(_ position: Int, _ clauseMatches: inout [ClauseMatch]) -> Score? {
    setMatches(of: position, &clauseMatches)
    return rank(position, clauseMatches).map { tier, penalty in
      Score(tier: tier, penalty: penalty, inboundReferences: corpus.links.inboundReferences[position], position: position)
    }
  }

  private func setMatches(of position: Int, _ clauseMatches: inout [ClauseMatch]) {
    clauseMatches.removeAll(keepingCapacity: true)
    for index in compiledClauses.indices { clauseMatches.append(match(ofClause: index, at: position)) }
    // Only next to a match can a clause be a label.
    guard clauseMatches.count > 1, clauseMatches.contains(where: \.isNothing) else { return }
    for index in clauseMatches.indices where clauseMatches[index].isNothing && !fieldWords[index].isEmpty {
      let isLabel = clauseMatches.contains { match in
        guard case .field(let field, _, _) = match else { return false }
        return fieldWords[index].contains(corpus.columns.fields.elements[corpus.columns.fields.range(position).lowerBound + field].key)
      }
      if isLabel { clauseMatches[index] = .label }
    }
  }

  private func match(ofClause index: Int, at position: Int) -> ClauseMatch {
    let compiled = compiledClauses[index]
    let occursOftenEnough =
      repetitions[index] == 0 || compiled.occurs(atLeast: repetitions[index] + 1, inNameAt: position, corpus.columns.terms)
    let nameQuality = occursOftenEnough ? compiled.nameQuality(position) : .none
    let name = nameQuality == .none ? ClauseMatch.nothing : .name(nameQuality)
    guard includesFields, !nameQuality.isAsWritten else { return name }
    if isLabel(index, at: position) { return .label }
    let field = compiled.match(inFieldsAt: position, corpus, isLenient: name.isNothing)
    // A misspelled match in the name ranks above a partial-word match in a field.
    return name.isNothing || (field.quality.isWhole && !field.isProse(at: position, corpus)) ? field : name
  }

  private func isLabel(_ index: Int, at position: Int) -> Bool {
    isOptional[index] || kindWords[index].contains { $0.contains(position) }
  }
}
