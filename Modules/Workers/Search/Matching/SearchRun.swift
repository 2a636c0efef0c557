import Contracts
import Models

/// Runs a query against a corpus and assembles the result.
struct SearchRun: Sendable {
  let query: Query
  let corpus: SearchCorpus
  let limit: Int
  var deadline = Deadline.none

  struct Outcome: Sendable, Hashable {
    var correction: String?
    var count: Int
    var matches: [Match]
  }

  /// Runs the search. The cost is proportional to the number of query words times the number of terms.
  ///
  /// - Parameter originResults: records that the origin found for the same words; those that do not match here come last.
  func run(adding originResults: [Reference] = []) throws(Deadline.Exceeded) -> Outcome {
    // The query has text, but nothing searchable: `🙂`.
    if query.isUnsearchable { return Outcome(count: 0, matches: []) }
    guard !query.clauses.isEmpty else { return try listing() }
    let matcher = try Matcher(query, corpus, until: deadline)
    var used = matcher
    var hits = try matcher.hits(limit: max(limit, 1))
    // If no record matches all words, an existing word may still be a typo.
    if hits.best.first.map({ $0.score.tier >= .partial }) ?? true {
      let lenient = try Matcher(query, corpus, isLenient: true, until: deadline)
      let more = try lenient.hits(limit: max(limit, 1))
      if let best = more.best.first, hits.best.first.map({ best.score < $0.score }) ?? true { (used, hits) = (lenient, more) }
    }
    let others = Set(originResults.compactMap { corpus.position(of: $0) }).sorted().filter { !used.isHit($0) && matcher.isIncluded($0) }
    let matches =
      hits.best.map { $0.match(in: corpus, used.compiledClauses) }
      + others.map { Match(corpus.reference(at: $0), corpus.name(at: $0)) }
    return Outcome(
      correction: hits.best.first?.correction(of: query, in: corpus, compiledClauses: used.compiledClauses),
      count: hits.count + others.count, matches: Array(matches.prefix(limit)))
  }

  /// Lists the records that match a query of filters only, by kind, then name, with the value of the first filtered field.
  private func listing() throws(Deadline.Exceeded) -> Outcome {
    let (count, first) = try Matcher(query, corpus, until: deadline).listing(limit: limit)
    return Outcome(
      count: count,
      matches: first.map { position in
        let record = corpus.record(at: position)
        let value = query.filters.first { !$0.isNegated }.flatMap { $0.value(in: record, name: corpus.name(of:)) }
        guard let value else { return Match(record.reference, record.name) }
        return Match(
          record.reference, record.name, field: value.key, excerpt: Excerpt(value.text, marks: []).text,
          quantity: record.measures(of: value.key))
      })
  }
}

extension FieldFilter {
  /// Returns the filtered field of a record as text; `nil` if it is the name or has no value.
  func value(in record: Record, name: (Reference) -> String?) -> (key: String, text: String)? {
    for operand in operands[record.reference.kind] ?? [] where operand.field.section != nil {
      switch record.display(operand.field.key) {
      case .reference(let target)?: return (operand.field.key, name(target) ?? "\(target)")
      case .references(let targets)? where comparison.isOrdering: return (operand.field.key, String(targets.count))
      case .references(let targets)?: return (operand.field.key, targets.compactMap(name).joined(separator: ", "))
      case let value?: return ValueText.text(value).map { (operand.field.key, $0) }
      case nil: continue
      }
    }
    return nil
  }
}
