import Contracts
import Models

extension RecordCache {
  /// Returns the records whose names are known and match, best first and then by name. Used when no search worker is available.
  func matches(_ pattern: FuzzyPattern, limit: Int, where isIncluded: (Reference) -> Bool = { _ in true }) -> [RankedMatch] {
    var found: [RankedMatch] = []
    for (reference, name) in names where isIncluded(reference) {
      guard let match = pattern.match(name) else { continue }
      found.append(RankedMatch(match: Match(reference, name.text, marks: match.marks), score: match.score))
    }
    return Array(found.sorted(by: RankedMatch.isBetter).prefix(limit))
  }
}

/// A match and its score for a ``FuzzyPattern``.
struct RankedMatch: Sendable, Hashable {
  let match: Match
  let score: Int

  static func isBetter(_ left: RankedMatch, _ right: RankedMatch) -> Bool {
    if left.score != right.score { return left.score > right.score }
    if left.match.name != right.match.name { return left.match.name < right.match.name }
    return left.match.reference < right.match.reference
  }
}
