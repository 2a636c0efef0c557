import Contracts
import Models

extension Library {
  /// The known records whose names fit, best first: what a search can say when no search worker does. Equal ones stand by name.
  func matches(_ pattern: FuzzyPattern, limit: Int, where isWanted: (Reference) -> Bool = { _ in true }) -> [RankedMatch] {
    var found: [RankedMatch] = []
    for record in records where isWanted(record.reference) {
      guard let fit = pattern.fit(FuzzyText(record.name)) else { continue }
      found.append(RankedMatch(match: Match(record.reference, record.name, marks: fit.marks), score: fit.score))
    }
    return Array(found.sorted(by: RankedMatch.isBetter).prefix(limit))
  }
}

/// A match, and how well it fits a ``FuzzyPattern``.
struct RankedMatch: Sendable, Hashable {
  let match: Match
  let score: Int

  static func isBetter(_ left: RankedMatch, _ right: RankedMatch) -> Bool {
    if left.score != right.score { return left.score > right.score }
    if left.match.name != right.match.name { return left.match.name < right.match.name }
    return left.match.reference < right.match.reference
  }
}
