import Models

extension Matcher {
  /// Returns the tier of a match and its penalty within the tier, or `nil` if too few clauses match.
  func rank(_ position: Int, _ clauseMatches: [ClauseMatch]) -> (Score.Tier, Int)? {
    let document = corpus.documents[position]
    let required = clauseMatches.indices.filter { !clauseMatches[$0].isLabel }
    guard !required.isEmpty else { return (.fields, 0) }
    let missing = required.count { clauseMatches[$0].isNothing }
    let penalty = required.reduce(0) { $0 + self.penalty(clauseMatches[$1], document) }
    if missing == 0 {
      if required.allSatisfy({ clauseMatches[$0].isInName }) {
        let words = required.flatMap { compiledClauses[$0].wordMatches }
        return rankName(
          document, position, words: words, typed: required.count == compiledClauses.count ? compact : words.map(\.word).joined(),
          worst: required.map { clauseMatches[$0].quality }.max() ?? .none, penalty)
      }
      let isWeak = required.contains {
        clauseMatches[$0].isProse(in: document) || (!clauseMatches[$0].isInName && !clauseMatches[$0].quality.isAsWritten)
      }
      return (isWeak ? .prose : isScattered(required.map { clauseMatches[$0] }, document) ? .scattered : .fields, penalty)
    }
    // A clause that matches no record does not count against this one.
    let known = required.count { !compiledClauses[$0].isUnknown }
    let inName = required.count {
      clauseMatches[$0].isInName && (clauseMatches[$0].quality.isAsWritten || clauseMatches[$0].quality == .oneEdit)
    }
    if inName > 0, inName * 2 >= known { return (.partialName, missing * 1_000 + penalty) }
    let found = required.count - missing
    return found > 0 && found * 2 >= known ? (.partial, missing * 1_000 + penalty) : nil
  }

  /// Returns whether the clauses match only in lists of references, and in the names of several records.
  private func isScattered(_ clauseMatches: [ClauseMatch], _ document: Document) -> Bool {
    var targets: Set<Int> = []
    for item in clauseMatches {
      guard case .field(let index, _, .name(let target)) = item, document.fields[index].weight == .list else { return false }
      targets.insert(target)
    }
    return targets.count > 1
  }

  private func rankName(
    _ document: Document, _ position: Int, words: [WordMatches], typed: String, worst: MatchQuality, _ penalty: Int
  ) -> (Score.Tier, Int) {
    if typed == document.compact { return (.name, 0) }
    for start in document.leadingArticles == 0 ? [0] : [0, document.leadingArticles] {
      let rest = corpus.terms[corpus.terms.words(position)].dropFirst(start)
      guard rest.count >= words.count, let last = words.last, let lastWord = rest.dropFirst(words.count - 1).first,
        zip(words.dropLast(), rest).allSatisfy({ $0[$1].isWhole })
      else { continue }
      let quality = last[lastWord]
      if quality.isWhole { return (rest.count == words.count ? .name : .namePrefix, 0) }
      if quality == .prefix { return (.partialWord, 0) }
    }
    if typed.unicodeScalars.count > 1, document.compact.hasPrefix(typed) { return (.partialWord, 0) }
    if worst.isWhole { return (.words, 0) }
    return worst.isAsWritten ? (.wordParts, worst == .suffix ? 1 : 0) : (.fuzzyName, penalty)
  }

  /// Returns the penalty of one clause match within a tier. Largest for a match in a field instead of the name, then for typos, then for a
  /// vague field, then for a partial word.
  private func penalty(_ match: ClauseMatch, _ document: Document) -> Int {
    let part = match.quality.isWhole ? 0 : 1
    switch match {
    case .name(let quality): return quality.edits * 20 + part
    case .field(let index, let quality, _): return 100 + quality.edits * 20 + document.fields[index].vagueness + part
    case .label, .nothing: return 0
    }
  }
}
