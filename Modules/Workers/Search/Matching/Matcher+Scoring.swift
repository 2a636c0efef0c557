import Models

extension Matcher {
  /// Returns the tier of a match and its penalty within the tier, or `nil` if too few clauses match. Allocates nothing for most records: a
  /// query may match all of them.
  func rank(_ position: Int, _ clauseMatches: [ClauseMatch]) -> (Score.Tier, Int)? {
    var (required, missing, inName, penalty, isWeak) = (0, 0, 0, 0, false)
    var worst = MatchQuality.exact
    for item in clauseMatches where !item.isLabel {
      required += 1
      if item.isNothing { missing += 1 }
      if item.isInName { inName += 1 } else if !item.quality.isAsWritten || item.isProse(at: position, corpus) { isWeak = true }
      penalty += self.penalty(item, position)
      worst = max(worst, item.quality)
    }
    guard required > 0 else { return (.fields, 0) }
    if missing == 0 {
      if inName == required {
        let typed =
          required == compiledClauses.count
          ? self.typed
          : TypedName(clauseMatches.indices.flatMap { clauseMatches[$0].isLabel ? [] : compiledClauses[$0].wordMatches }, corpus.lexicon)
        return rankName(position, typed, worst: worst, penalty)
      }
      return (isWeak ? .prose : isScattered(clauseMatches, position) ? .scattered : .fields, penalty)
    }
    return rankPart(clauseMatches, required: required, missing: missing, penalty)
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
  private func isScattered(_ clauseMatches: [ClauseMatch], _ position: Int) -> Bool {
    var first: Int?
    var areSeveral = false
    for item in clauseMatches where !item.isLabel {
      guard case .field(let index, _, .name(let target)) = item, field(index, at: position).form == .references else { return false }
      if let first, first != target { areSeveral = true }
      first = target
    }
    return areSeveral
  }

  private func rankName(_ position: Int, _ typed: TypedName, worst: MatchQuality, _ penalty: Int) -> (Score.Tier, Int) {
    if let termID = typed.termID, corpus.compactTermID(at: position) == termID { return (.name, 0) }
    let termIDs = corpus.columns.terms.termIDs
    let name = corpus.columns.terms.words(position)
    let hasArticle = name.count > 1 && articles.contains(termIDs[name.lowerBound])
    for start in 0...(hasArticle ? 1 : 0) {
      let rest = name.dropFirst(start)
      guard let last = typed.words.last, rest.count >= typed.words.count,
        typed.words.indices.dropLast().allSatisfy({ typed.words[$0][termIDs[rest.lowerBound + $0]].isWhole })
      else { continue }
      let quality = last[termIDs[rest.lowerBound + typed.words.count - 1]]
      if quality.isWhole { return (rest.count == typed.words.count ? .name : .namePrefix, 0) }
      if quality == .prefix { return (.partialWord, 0) }
    }
    if typed.isLong, corpus.compactName(at: position).starts(with: typed.compact) { return (.partialWord, 0) }
    if worst.isWhole { return (.words, 0) }
    return worst.isAsWritten ? (.wordParts, worst == .suffix ? 1 : 0) : (.fuzzyName, penalty)
  }

  /// Returns the penalty of one clause match within a tier. Largest for a match in a field instead of the name, then for typos, then for a
  /// vague field, then for a partial word.
  private func penalty(_ match: ClauseMatch, _ position: Int) -> Int {
    let part = match.quality.isWhole ? 0 : 1
    switch match {
    case .name(let quality): return quality.edits * 20 + part
    case .field(let index, let quality, _): return 100 + quality.edits * 20 + field(index, at: position).vagueness + part
    case .label, .nothing: return 0
    }
  }

  private func field(_ index: Int, at position: Int) -> DocumentField {
    corpus.columns.fields.elements[corpus.columns.fields.range(position).lowerBound + index]
  }
}
