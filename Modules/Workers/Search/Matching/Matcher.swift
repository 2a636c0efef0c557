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
      if optional[start], corpus.documents.contains(where: { $0.compact == run }) {
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
    var hits: [Hit] = []
    for (position, document) in corpus.documents.enumerated() {
      // Filters read whole fields, so check the deadline for each record.
      if filters.isEmpty { try deadline.check(at: position) } else { try deadline.check() }
      guard isIncluded(document, position), let hit = hit(document, position) else { continue }
      hits.append(hit)
    }
    return hits.sorted { $0.score < $1.score }
  }

  /// Returns whether a record satisfies the query's kinds, filters and exclusions.
  func isIncluded(_ document: Document, _ position: Int) -> Bool {
    guard query.covers(document.reference.kind), filters.allSatisfy({ $0.matches(document.record, name: corpus.name(of:)) != $0.isNegated })
    else { return false }
    return excludedClauses.allSatisfy { compiled in
      !compiled.nameMatches[position].quality.isWhole && !compiled.match(inFieldsOf: document, corpus, isLenient: false).quality.isWhole
    }
  }

  private func hit(_ document: Document, _ position: Int) -> Hit? {
    let clauseMatches = self.clauseMatches(document, position)
    guard let (tier, penalty) = rank(document, clauseMatches) else { return nil }
    let score = Score(tier: tier, penalty: penalty, inboundReferences: corpus.inboundReferences[position], position: position)
    return Hit(score: score, clauseMatches: clauseMatches)
  }

  private func clauseMatches(_ document: Document, _ position: Int) -> [ClauseMatch] {
    var clauseMatches = compiledClauses.indices.map { match(ofClause: $0, in: document, position) }
    let found = clauseMatches.compactMap { if case .field(let position, _, _) = $0 { position } else { nil } }
    for (index, compiled) in compiledClauses.enumerated() where clauseMatches[index].isNothing {
      guard case .word(let word) = compiled.clause else { continue }
      if found.contains(where: { document.fields[$0].labels.contains(word) }) { clauseMatches[index] = .label }
    }
    return clauseMatches
  }

  private func match(ofClause index: Int, in document: Document, _ position: Int) -> ClauseMatch {
    let compiled = compiledClauses[index]
    let occursOftenEnough = repetitions[index] == 0 || compiled.occurs(atLeast: repetitions[index] + 1, inNameOf: document)
    let name = occursOftenEnough ? compiled.nameMatches[position] : .nothing
    guard includesFields, !name.quality.isAsWritten else { return name }
    if case .word(let word) = compiled.clause {
      if isOptional[index] { return .label }
      if let kind = corpus.kinds[document.reference.kind], [kind.name.text, kind.singular].contains(word) { return .label }
    }
    let field = compiled.match(inFieldsOf: document, corpus, isLenient: name.isNothing)
    // A misspelled match in the name ranks above a partial-word match in a field.
    return name.isNothing || (field.quality.isWhole && !field.isProse(in: document)) ? field : name
  }
}
