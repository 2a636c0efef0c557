import Contracts
import Models

/// Runs a query against a corpus and assembles the result.
struct SearchRun: Sendable {
  let query: Query
  let corpus: SearchCorpus
  let limit: Int
  /// The order of the results; `nil` for the best first.
  var order: SearchOrder?
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
    // All hits are needed to find the first in another order.
    let kept = order == nil ? max(limit, 1) : corpus.count
    var hits = try matcher.hits(limit: kept)
    // If no record matches all words, an existing word may still be a typo.
    if hits.best.first.map({ $0.tier >= .partial }) ?? true {
      let lenient = try Matcher(query, corpus, isLenient: true, until: deadline)
      let more = try lenient.hits(limit: kept)
      if let best = more.best.first, hits.best.first.map({ best < $0 }) ?? true { (used, hits) = (lenient, more) }
    }
    let others = Set(originResults.compactMap { corpus.position(of: $0) }).sorted().filter { !used.isHit($0) && matcher.isIncluded($0) }
    let positions = hits.best.map(\.position) + others
    let first = try ordered(positions).prefix(limit)
    // Only the reported records need the matches of the clauses.
    let matches = try first.map { index throws(Deadline.Exceeded) in
      try deadline.check()
      let position = positions[index]
      let match =
        index < hits.best.count
        ? used.hit(hits.best[index]).match(in: corpus, used.compiledClauses)
        : Match(corpus.reference(at: position), corpus.name(at: position))
      return match.field == nil ? sorted(corpus.record(at: position)) ?? match : match
    }
    return Outcome(
      correction: hits.best.first.flatMap { used.hit($0).correction(of: query, in: corpus, compiledClauses: used.compiledClauses) },
      count: hits.count + others.count, matches: matches)
  }

  /// Returns the indices of `positions` in the order of the results.
  private func ordered(_ positions: [Int]) throws(Deadline.Exceeded) -> [Int] {
    guard let order else { return Array(positions.indices) }
    var ranks: [(index: Int, rank: Rank)] = []
    var unranked: [Int] = []
    for (index, position) in positions.enumerated() {
      try deadline.check(at: index)
      let record = corpus.record(at: position)
      let kind = corpus.kinds[record.reference.kind]
      let key = order.key == SearchRun.nameKey ? kind?.fields.first?.key ?? order.key : order.key
      if let rank = record.rank(key) { ranks.append((index, rank)) } else { unranked.append(index) }
    }
    // Equal ones stay in the order of the best.
    ranks.sort { left, right in
      if left.rank == right.rank { return left.index < right.index }
      return order.isDescending ? left.rank > right.rank : left.rank < right.rank
    }
    return ranks.map(\.index) + unranked
  }

  /// Returns a match with the value by which the results are sorted; `nil` if there is none, or if it is the name.
  private func sorted(_ record: Record) -> Match? {
    guard let key = order?.key, key != Self.nameKey, key != corpus.kinds[record.reference.kind]?.fields.first?.key else { return nil }
    let text: String? =
      switch record.display(key) {
      case .reference(let target)?: corpus.name(of: target) ?? "\(target)"
      case .references(let targets)?: String(targets.count)
      case let value?: ValueText.text(value)
      case nil: nil
      }
    guard let text else { return nil }
    return Match(
      record.reference, record.name, field: key, excerpt: Excerpt(text, marks: []).text, quantity: record.measures(of: key))
  }

  private static let nameKey = "name"

  /// The keys by which results can be sorted.
  static func sortKeys(of kinds: Kinds) -> Set<String> { Set(kinds.all.flatMap(\.sortKeys) + [nameKey]) }

  /// Lists the records that match a query of filters only, by kind, then name, with the value of the first filtered field.
  private func listing() throws(Deadline.Exceeded) -> Outcome {
    let (count, listed) = try Matcher(query, corpus, until: deadline).listing(limit: order == nil ? limit : corpus.count)
    let first = try ordered(listed).prefix(limit)
    return Outcome(
      count: count,
      matches: first.map { index in
        let position = listed[index]
        let record = corpus.record(at: position)
        if let match = sorted(record) { return match }
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
