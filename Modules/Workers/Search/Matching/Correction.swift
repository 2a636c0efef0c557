import Models

extension Hit {
  /// Returns the query with misspelled words corrected to match this record. Returns `nil` if no word is misspelled, or if the record does
  /// not match all words.
  func correction(of query: Query, in corpus: SearchCorpus, compiledClauses: [CompiledClause]) -> String? {
    guard score.tier.isComplete else { return nil }
    var replaced: [(range: Range<Int>, words: String)] = []
    for (index, item) in clauseMatches.enumerated() where item.quality.edits > 0 {
      guard case .word = query.clauses[index], let word = compiledClauses[index].wordMatches.first,
        let correct = correctSpelling(of: word, item, corpus)
      else { continue }
      if let last = replaced.last, last.range == query.clauseRanges[index] {
        replaced[replaced.count - 1].words += " \(correct)"
      } else {
        replaced.append((query.clauseRanges[index], correct))
      }
    }
    guard !replaced.isEmpty else { return nil }
    var characters = Array(query.source)
    for (range, words) in replaced.reversed() { characters.replaceSubrange(range, with: Array(words)) }
    return String(characters)
  }

  /// Returns the correct spelling of a word, in lower case.
  private func correctSpelling(of word: WordMatches, _ item: ClauseMatch, _ corpus: SearchCorpus) -> String? {
    let (terms, text): (Range<Int>, String)
    var isName = true
    switch item {
    case .name: (terms, text) = (corpus.terms.names(position), corpus.name(at: position))
    case .field(_, _, .name(let target)): (terms, text) = (corpus.terms.names(target), corpus.name(at: target))
    case .field(let index, _, .text):
      isName = false
      let (field, places) = corpus.field(index, at: position)
      guard let own = corpus.text(ofField: index, at: position) else { return nil }
      (terms, text) = (places.term..<places.term + field.termCount, own)
    case .label, .nothing: return nil
    }
    guard let correct = terms.first(where: { word[corpus.terms.termIDs[$0]] == item.quality }) else { return nil }
    let index = correct - terms.lowerBound
    let places = isName ? NameCompounds.places(ofTerm: index, in: text) : FoldedText(text).words.dropFirst(index).first?.places
    guard let places else { return nil }
    let spelling = String(Array(text)[places.range()]).lowercased()
    // Punctuation with a meaning in the query syntax would change the query.
    return QueryTerm.parse(spelling).allSatisfy(\.isWord) ? spelling : corpus.lexicon.text(corpus.terms.termIDs[correct])
  }
}

extension QueryTerm {
  fileprivate var isWord: Bool { if case .word = content { !isNegated } else { false } }
}
