/// How well a record matches a query; lower is better.
struct Score: Sendable, Comparable {
  /// Kind of match, best first.
  enum Tier: Int, Sendable, Comparable {
    case name
    /// The name begins with the words of the query.
    case namePrefix
    /// The name begins with the query, whose last word is incomplete.
    case partialWord
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
    case partial

    static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }

    var isComplete: Bool { self != .partialName && self != .partial }
  }

  let tier: Tier
  /// Orders matches of one tier; lower is better.
  let penalty: Int
  let connections: Connections
  /// Position in the corpus, which is sorted by kind and ID.
  let position: Int

  static func < (left: Score, right: Score) -> Bool {
    if left.tier != right.tier { return left.tier < right.tier }
    if left.penalty != right.penalty { return left.penalty < right.penalty }
    if left.connections != right.connections { return left.connections > right.connections }
    return left.position < right.position
  }
}

extension Matcher {
  /// Returns the tier of a match and its penalty within the tier, or `nil` if too few clauses match. Allocates nothing for most records: a
  /// query may match all of them.
  func rank(_ entry: IndexEntry, _ clauseMatches: [ClauseMatch]) -> (Score.Tier, Int)? {
    var (required, missing, inName, penalty, isWeak) = (0, 0, 0, 0, false)
    var worst = MatchQuality.exact
    for item in clauseMatches where !item.isLabel {
      required += 1
      if item.isNothing { missing += 1 }
      if item.isInName { inName += 1 } else if !item.quality.isAsWritten || item.isProse(in: entry) { isWeak = true }
      penalty += self.penalty(item, entry)
      worst = max(worst, item.quality)
    }
    guard required > 0 else { return (.fields, 0) }
    guard missing == 0 else { return rankPart(clauseMatches, required: required, missing: missing, penalty) }
    guard inName == required else { return (isWeak ? .prose : isScattered(clauseMatches, entry) ? .scattered : .fields, penalty) }
    let isWhole = required == compiledClauses.count
    let words = isWhole ? typed : clauseMatches.indices.flatMap { clauseMatches[$0].isLabel ? [] : compiledClauses[$0].wordMatches }
    return rankName(entry, words, worst: worst, penalty)
  }

  private func rankPart(_ clauseMatches: [ClauseMatch], required: Int, missing: Int, _ penalty: Int) -> (Score.Tier, Int)? {
    // A clause that matches no record does not count against this one.
    let known = clauseMatches.indices.count { !clauseMatches[$0].isLabel && !compiledClauses[$0].isUnknown }
    let inName = clauseMatches.count { $0.isInName && ($0.quality.isAsWritten || $0.quality == .oneEdit) }
    if inName > 0, inName * 2 >= known { return (.partialName, missing * 1_000 + penalty) }
    let found = required - missing
    return found > 0 && found * 2 >= known ? (.partial, missing * 1_000 + penalty) : nil
  }

  /// Returns whether the clauses match only in lists of references, and in the names of several records.
  private func isScattered(_ clauseMatches: [ClauseMatch], _ entry: IndexEntry) -> Bool {
    var first: Int?
    var areSeveral = false
    for item in clauseMatches where !item.isLabel {
      guard let index = item.field, let target = item.target, entry.fields[index].isList else { return false }
      if let first, first != target { areSeveral = true }
      first = target
    }
    return areSeveral
  }

  private func rankName(_ entry: IndexEntry, _ typed: [WordMatches], worst: MatchQuality, _ penalty: Int) -> (Score.Tier, Int) {
    let name = entry.compactName.map { corpus.lexicon[$0].text } ?? ""
    let isTypedAsPrefix = name.utf8.starts(with: typed.lazy.map(\.word.utf8).joined())
    if isTypedAsPrefix, name.utf8.count == typed.reduce(0, { $0 + $1.word.utf8.count }) { return (.name, 0) }
    let words = entry.nameWords
    let hasArticle = words.count > 1 && articles.contains(entry.terms[words.lowerBound])
    for start in 0...(hasArticle ? 1 : 0) {
      let rest = words.dropFirst(start)
      guard let last = typed.last, rest.count >= typed.count,
        typed.indices.dropLast().allSatisfy({ typed[$0][entry.terms[rest.lowerBound + $0]].isWhole })
      else { continue }
      let quality = last[entry.terms[rest.lowerBound + typed.count - 1]]
      if quality.isWhole { return (rest.count == typed.count ? .name : .namePrefix, 0) }
      if quality == .prefix { return (.partialWord, 0) }
    }
    if isTypedAsPrefix, typed.reduce(0, { $0 + $1.letterCount }) > 1 { return (.partialWord, 0) }
    if worst.isWhole { return (.words, 0) }
    return worst.isAsWritten ? (.wordParts, worst == .suffix ? 1 : 0) : (.fuzzyName, penalty)
  }

  /// Returns the penalty of one clause match within a tier. Largest for a match in a field instead of the name, then for typos, then for a
  /// vague field, then for a partial word.
  private func penalty(_ match: ClauseMatch, _ entry: IndexEntry) -> Int {
    guard let field = match.field else { return 0 }
    let penalty = match.quality.edits * 20 + (match.quality.isWhole ? 0 : 1)
    return field == 0 ? penalty : 100 + penalty + entry.fields[field].vagueness
  }
}
