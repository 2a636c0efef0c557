/// How well a record matches a query; lower is better.
struct Score: Sendable, Comparable {
  /// Kind of match, best first.
  enum Tier: Int, Sendable, Comparable {
    /// The query is the name.
    case name
    /// The name begins with the words of the query.
    case namePrefix
    /// The name begins with the query, whose last word is incomplete.
    case partialWord
    /// All words are words of the name.
    case words
    /// All words are prefixes or suffixes of words of the name.
    case wordParts
    /// All words match words of the name, some with typos.
    case fuzzyName
    /// All words match, some of them in fields other than running text.
    case fields
    /// Not all words match, but at least half of them match words of the name.
    case partialName
    /// All words match, but only in the names of several records that the record lists.
    case scattered
    /// All words match, some of them in running text or with typos in fields.
    case prose
    /// Not all words match.
    case partial

    static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }

    /// Whether all words match.
    var isComplete: Bool { self != .partialName && self != .partial }
  }

  var tier: Tier
  /// Orders matches of one tier; lower is better.
  var penalty: Int
  var inboundReferences: InboundReferences
  /// Position in the corpus, which is sorted by kind and ID.
  var position: Int

  static func < (left: Score, right: Score) -> Bool {
    if left.tier != right.tier { return left.tier < right.tier }
    if left.penalty != right.penalty { return left.penalty < right.penalty }
    if left.inboundReferences != right.inboundReferences { return left.inboundReferences > right.inboundReferences }
    return left.position < right.position
  }
}
