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
    var hits = try matcher.hits()
    // If no record matches all words, an existing word may still be a typo.
    if hits.allSatisfy({ $0.score.tier >= .partial }) {
      let lenient = try Matcher(query, corpus, isLenient: true, until: deadline)
      let more = try lenient.hits()
      if let best = more.first, hits.first.map({ best.score < $0.score }) ?? true { (used, hits) = (lenient, more) }
    }
    let known = originResults.isEmpty ? [] : Set(hits.map(\.position))
    let others = Set(originResults.compactMap { corpus.position(of: $0) }).subtracting(known).sorted().filter { matcher.isIncluded($0) }.map
    { corpus.documents[$0] }
    let matches = hits.prefix(limit).map { $0.match(in: corpus, used.compiledClauses) } + others.map { Match($0.reference, $0.name) }
    return Outcome(
      correction: hits.first?.correction(of: query, in: corpus, compiledClauses: used.compiledClauses), count: hits.count + others.count,
      matches: Array(matches.prefix(limit)))
  }

  /// Lists the records that match a query of filters only, by kind, then name, with the value of the first filtered field.
  private func listing() throws(Deadline.Exceeded) -> Outcome {
    let documents = try Matcher(query, corpus, until: deadline).hits().map { corpus.documents[$0.position] }
    let sorted = documents.sorted { ($0.kindOrder, $0.compact, $0.reference) < ($1.kindOrder, $1.compact, $1.reference) }
    return Outcome(
      count: sorted.count,
      matches: sorted.prefix(limit).map { document in
        let value = query.filters.first { !$0.isNegated }.flatMap { $0.value(in: document.record, name: corpus.name(of:)) }
        guard let value else { return Match(document.reference, document.name) }
        return Match(
          document.reference, document.name, field: value.key, excerpt: Excerpt(value.text, marks: []).text,
          quantity: document.record.measures(of: value.key))
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
