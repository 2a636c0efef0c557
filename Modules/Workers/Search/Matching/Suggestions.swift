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
    var (matcher, hits) = try Matcher.best(
      query, corpus, includesFields: false, limit: max(limit, 1), unlessWorseThan: .fuzzyName, until: deadline)
    // If a name matches all words, partial matches are noise.
    if let best = hits.best.first, best.tier <= .fuzzyName { hits.best = hits.best.filter { $0.tier <= .fuzzyName } }
    return hits.best.prefix(limit).map { matcher.hit($0).match(matcher) }
  }

  /// Returns records to suggest before anything is typed: well-connected records of each kind in turn, others every day.
  ///
  /// - Parameter day: days since 1970.
  func featured(kind: KindName?, limit: Int, day: Int) -> [Match] {
    let candidates = corpus.ranges.filter { kind == nil || kind == $0.kind }.map { range -> [Int] in
      let connected = range.positions.sorted { left, right in
        let (links, others) = (corpus.links[left].connections, corpus.links[right].connections)
        return links != others ? links > others : left < right
      }
      let better = connected.prefix(max(limit, (connected.count + 1) / 2))
      // As many places further as are shown each day.
      let start = abs(day % better.count) * limit % better.count
      return Array(better[start...] + better[..<start])
    }
    let turns = (0..<limit).lazy.flatMap { turn in candidates.lazy.compactMap { turn < $0.count ? corpus.entries[$0[turn]] : nil } }
    return turns.prefix(limit).map { Match($0.reference, $0.name) }
  }
}
