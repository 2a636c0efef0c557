import Models

/// Compares the records of a corpus with a query.
struct Matcher: Sendable {
  let query: Query
  let corpus: SearchCorpus
  let compiledClauses: [CompiledClause]
  let typed: [WordMatches]
  /// The terms of English articles.
  let articles: [Lexicon.TermID]
  private let includesFields: Bool
  private let excludedClauses: [CompiledClause]
  /// For each clause, whether it need not match because other clauses do.
  private let isOptional: [Bool]
  /// For each clause, the positions of the records whose kind it names.
  private let kindWords: [[Range<Int>]]
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
  ///   - deadline: limits this initialiser and the searches of the matcher.
  init(
    _ query: Query, _ corpus: SearchCorpus, includesFields: Bool = true, isLenient: Bool = false, until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    self.query = query
    self.corpus = corpus
    self.includesFields = includesFields
    self.deadline = deadline
    var known: [Query.Clause: CompiledClause] = [:]
    compiledClauses = try query.clauses.map { (clause) throws(Deadline.Exceeded) in
      if let compiled = known[clause] { return compiled }
      let compiled = try CompiledClause(clause, corpus, namesOnly: !includesFields, isLenient: isLenient, until: deadline)
      known[clause] = compiled
      return compiled
    }
    typed = compiledClauses.flatMap(\.wordMatches)
    articles = ["the", "a", "an"].compactMap { corpus.lexicon.id(of: $0) }
    repetitions = query.clauses.indices.map { index in query.clauses[..<index].count { $0 == query.clauses[index] } }
    isOptional = Self.optional(query.clauses, corpus)
    kindWords = query.clauses.map { clause in
      guard !clause.isPhrase, let word = clause.words.first else { return [] }
      return corpus.ranges.filter { corpus.schema.kinds[$0.kind]?.words.contains(word) ?? false }.map(\.positions)
    }
    excludedClauses = try query.excludedClauses.map { (clause) throws(Deadline.Exceeded) in
      try CompiledClause(clause, corpus, until: deadline)
    }
    filters = try query.filters.map { (filter) throws(Deadline.Exceeded) in try filter.compiled(for: corpus, until: deadline) }
  }

  /// Returns the best hits of a query and their matcher, which is lenient if that finds better ones.
  ///
  /// - Parameter tier: no lenient search is needed if the best hit is at least of this tier.
  static func best(
    _ query: Query, _ corpus: SearchCorpus, includesFields: Bool = true, limit: Int, unlessWorseThan tier: Score.Tier,
    until deadline: Deadline
  ) throws(Deadline.Exceeded) -> (Matcher, hits: (count: Int, best: [Score])) {
    let exact = try Matcher(query, corpus, includesFields: includesFields, until: deadline)
    let hits = try exact.hits(limit: limit)
    if let best = hits.best.first, best.tier <= tier { return (exact, hits) }
    let lenient = try Matcher(query, corpus, includesFields: includesFields, isLenient: true, until: deadline)
    let more = try lenient.hits(limit: limit)
    guard let best = more.best.first, hits.best.first.map({ best < $0 }) ?? true else { return (exact, hits) }
    return (lenient, more)
  }

  /// Returns which clauses are optional: stop words next to other words, unless a sequence of them is a complete name (`at at`).
  private static func optional(_ clauses: [Query.Clause], _ corpus: SearchCorpus) -> [Bool] {
    var optional = clauses.map { !$0.isPhrase && $0.words.allSatisfy(stopWords.contains) }
    guard optional.contains(true), optional.contains(false) else { return optional.map { _ in false } }
    var start = 0
    while start < clauses.count {
      let end = optional[start...].firstIndex { $0 != optional[start] } ?? clauses.count
      if optional[start], let name = corpus.lexicon.id(of: clauses[start..<end].flatMap(\.words).joined()),
        corpus.lexicon[name].isInNames, corpus.entries.contains(where: { $0.compactName == name })
      {
        for index in start..<end { optional[index] = false }
      }
      start = end
    }
    return optional
  }

  /// Returns the number of matching records and the best of them, best first.
  func hits(limit: Int) throws(Deadline.Exceeded) -> (count: Int, best: [Score]) {
    var count = 0
    var best: [Score] = []
    var clauseMatches: [ClauseMatch] = []
    let terms = includesFields ? corpus.lexicon.terms.indices : 0..<0
    let isWanted = terms.map { id in typed.contains { $0[Lexicon.TermID(id)] != .none } }
    for (kind, positions) in corpus.ranges where query.covers(kind) {
      let isKindNamed = includesFields && compiledClauses.indices.allSatisfy { isLabel($0, at: positions.lowerBound) }
      for position in positions {
        try deadline.check(at: position)
        guard isKindNamed || mayMatch(position, isWanted),
          let score = score(position, &clauseMatches), isIncluded(position)
        else { continue }
        count += 1
        best.append(score, keeping: limit, by: <)
      }
    }
    return (count, best.best(limit, by: <))
  }

  /// Returns whether a record contains a term of the query, or refers to a record whose name does; a quick test that most records fail.
  private func mayMatch(_ position: Int, _ isWanted: [Bool]) -> Bool {
    if compiledClauses.contains(where: { $0.nameQuality(position) != .none }) { return true }
    guard includesFields else { return false }
    for term in corpus.entries[position].terms where isWanted[Int(term)] { return true }
    return compiledClauses.contains { $0.isNamed(corpus.links[position].targets) }
  }

  /// Returns the number of matching records and the first of them in the order of a list: by kind, then name.
  func listing(limit: Int) throws(Deadline.Exceeded) -> (count: Int, first: [Int]) {
    var count = 0
    var first: [(kind: Int, name: String, position: Int)] = []
    for (order, (kind, positions)) in corpus.ranges.enumerated() where query.covers(kind) {
      for position in positions {
        try deadline.check(at: position)
        guard isIncluded(position) else { continue }
        count += 1
        first.append((order, corpus.compactName(at: position), position), keeping: limit, by: <)
      }
    }
    return (count, first.best(limit, by: <).map(\.position))
  }

  /// Returns a hit with the matches of the clauses, which are not kept when records are ranked.
  func hit(_ score: Score) -> Hit {
    var clauseMatches: [ClauseMatch] = []
    setMatches(of: score.position, &clauseMatches)
    return Hit(score: score, entry: corpus.entries[score.position], clauseMatches: clauseMatches)
  }

  func isHit(_ position: Int) -> Bool {
    var clauseMatches: [ClauseMatch] = []
    return isIncluded(position) && score(position, &clauseMatches) != nil
  }

  /// Returns whether a record satisfies the query's kinds, filters and exclusions.
  func isIncluded(_ position: Int) -> Bool {
    let entry = corpus.entries[position]
    guard query.covers(entry.reference.kind), filters.allSatisfy({ $0.matches(position, corpus) != $0.isNegated }) else { return false }
    return excludedClauses.allSatisfy {
      !$0.nameQuality(position).isWhole && !$0.match(inFieldsOf: entry, corpus.links[position], isLenient: false).quality.isWhole
    }
  }

  /// - Parameter clauseMatches: overwritten; one array for all records, because most records are only counted.
  private func score(_ position: Int, _ clauseMatches: inout [ClauseMatch]) -> Score? {
    setMatches(of: position, &clauseMatches)
    let entry = corpus.entries[position]
    return rank(entry, clauseMatches).map { tier, penalty in
      Score(tier: tier, penalty: penalty, connections: corpus.links[position].connections, position: position)
    }
  }

  private func setMatches(of position: Int, _ clauseMatches: inout [ClauseMatch]) {
    let entry = corpus.entries[position]
    clauseMatches.removeAll(keepingCapacity: true)
    for index in compiledClauses.indices { clauseMatches.append(match(ofClause: index, entry, at: position)) }
    // Only next to a match can a clause be a label.
    guard clauseMatches.count > 1, clauseMatches.contains(where: \.isNothing) else { return }
    for index in clauseMatches.indices where clauseMatches[index].isNothing {
      guard !compiledClauses[index].clause.isPhrase, let word = compiledClauses[index].clause.words.first else { continue }
      let isLabel = clauseMatches.contains { match in
        match.field.map { $0 > 0 && corpus.schema.isLabel(word, of: entry.fields[$0], of: entry.reference.kind) } ?? false
      }
      if isLabel { clauseMatches[index] = .label }
    }
  }

  private func match(ofClause index: Int, _ entry: IndexEntry, at position: Int) -> ClauseMatch {
    let compiled = compiledClauses[index]
    let occursOftenEnough = repetitions[index] == 0 || compiled.occurs(atLeast: repetitions[index] + 1, inNameOf: entry)
    let nameQuality = occursOftenEnough ? compiled.nameQuality(position) : .none
    let name = nameQuality == .none ? ClauseMatch.nothing : ClauseMatch(quality: nameQuality, field: 0)
    guard includesFields, !nameQuality.isAsWritten else { return name }
    if isLabel(index, at: position) { return .label }
    let field = compiled.match(inFieldsOf: entry, corpus.links[position], isLenient: name.isNothing)
    // A misspelled match in the name ranks above a partial-word match in a field.
    return name.isNothing || (field.quality.isWhole && !field.isProse(in: entry)) ? field : name
  }

  private func isLabel(_ index: Int, at position: Int) -> Bool {
    isOptional[index] || kindWords[index].contains { $0.contains(position) }
  }
}
