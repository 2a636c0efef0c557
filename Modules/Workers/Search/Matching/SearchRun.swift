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

  /// Runs the search. The cost is proportional to the number of query words times the number of terms and records.
  ///
  /// - Parameter originResults: records that the origin found for the same words; those that do not match here come last.
  func run(adding originResults: [Reference] = []) throws(Deadline.Exceeded) -> Outcome {
    // The query has text, but nothing searchable: `🙂`.
    if query.isUnsearchable { return Outcome(count: 0, matches: []) }
    guard !query.clauses.isEmpty else { return try listing() }
    // All hits are needed to find the first in another order.
    let kept = order == nil ? max(limit, 1) : corpus.count
    // If no record matches all words, an existing word may still be a typo.
    let (matcher, hits) = try Matcher.best(query, corpus, limit: kept, unlessWorseThan: .prose, until: deadline)
    let others = Set(originResults.compactMap { corpus.position(of: $0) }).sorted().filter { !matcher.isHit($0) && matcher.isIncluded($0) }
    let positions = hits.best.map(\.position) + others
    // Only the reported records need the matches of the clauses.
    let matches = try ordered(positions).prefix(limit).map { index throws(Deadline.Exceeded) in
      try deadline.check()
      let entry = corpus.entries[positions[index]]
      let match = index < hits.best.count ? matcher.hit(hits.best[index]).match(matcher) : Match(entry.reference, entry.name)
      return match.field == nil ? sortedMatch(entry.record) ?? match : match
    }
    return Outcome(
      correction: hits.best.first.flatMap { matcher.hit($0).correction(matcher) }, count: hits.count + others.count, matches: matches)
  }

  /// Lists the records that match a query of filters only, by kind, then name, with the value of the first filtered field.
  private func listing() throws(Deadline.Exceeded) -> Outcome {
    let (count, listed) = try Matcher(query, corpus, until: deadline).listing(limit: order == nil ? limit : corpus.count)
    let matches = try ordered(listed).prefix(limit).map { index in
      let record = corpus.entries[listed[index]].record
      if let match = sortedMatch(record) { return match }
      let value = query.filters.first { !$0.isNegated }.flatMap { $0.value(in: record, corpus) }
      return value.map { match(record, $0.key, $0.text) } ?? Match(record.reference, record.name)
    }
    return Outcome(count: count, matches: matches)
  }

  /// Returns the indices of `positions` in the order of the results.
  private func ordered(_ positions: [Int]) throws(Deadline.Exceeded) -> [Int] {
    guard let order else { return Array(positions.indices) }
    var ranks: [(index: Int, rank: Rank)] = []
    var unranked: [Int] = []
    for (index, position) in positions.enumerated() {
      try deadline.check(at: index)
      let record = corpus.entries[position].record
      if let rank = record.rank(sortKey(order, record)) { ranks.append((index, rank)) } else { unranked.append(index) }
    }
    // Equal ones stay in the order of the best.
    ranks.sort { left, right in
      if left.rank == right.rank { return left.index < right.index }
      return order.isDescending ? left.rank > right.rank : left.rank < right.rank
    }
    return ranks.map(\.index) + unranked
  }

  private func sortKey(_ order: SearchOrder, _ record: Record) -> String {
    order.key == Self.nameKey ? corpus.schema.nameKey(of: record.reference.kind) : order.key
  }

  /// Returns a match with the value by which the results are sorted; `nil` if there is none, or if it is the name.
  private func sortedMatch(_ record: Record) -> Match? {
    guard let key = order?.key, key != Self.nameKey, key != corpus.schema.nameKey(of: record.reference.kind) else { return nil }
    return corpus.text(of: key, in: record, isCounted: true).map { match(record, key, $0) }
  }

  private func match(_ record: Record, _ key: String, _ text: String) -> Match {
    Match(record.reference, record.name, field: key, excerpt: Excerpt(text, marks: []).text, quantity: record.measures(of: key))
  }

  private static let nameKey = "name"

  /// The keys by which results can be sorted.
  static func sortKeys(of kinds: Kinds) -> Set<String> { Set(kinds.all.flatMap(\.sortKeys) + [nameKey]) }
}

extension Array {
  /// Adds an element to those of which the best `limit` are wanted, and drops the worse half when there are twice as many. Takes logarithmic
  /// time on average.
  mutating func append(_ element: Element, keeping limit: Int, by isBetter: (Element, Element) -> Bool) {
    append(element)
    guard count >= 2 * Swift.max(limit, 1) else { return }
    self = best(limit, by: isBetter)
  }

  /// The best elements, best first.
  func best(_ limit: Int, by isBetter: (Element, Element) -> Bool) -> [Element] { Array(sorted(by: isBetter).prefix(Swift.max(limit, 0))) }
}

/// Limits a computation in time. The computation checks the deadline at intervals, and also stops when its task is cancelled.
struct Deadline: Sendable {
  /// Thrown when the deadline has passed or the task is cancelled.
  struct Exceeded: Error {}

  private let hasPassed: @Sendable () -> Bool

  init(hasPassed: @escaping @Sendable () -> Bool) { self.hasPassed = hasPassed }

  init(_ instant: ContinuousClock.Instant) { self.init { ContinuousClock.now >= instant } }

  /// No deadline: only cancellation stops the computation.
  static let none = Deadline { false }

  func check() throws(Exceeded) { if hasPassed() || Task.isCancelled { throw Exceeded() } }

  /// Checks the deadline at every 64th iteration, since reading the clock costs more than most iterations.
  func check(at step: Int) throws(Exceeded) { if step % 64 == 0 { try check() } }
}
