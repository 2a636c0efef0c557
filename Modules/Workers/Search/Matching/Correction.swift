import Models

extension Hit {
  /// Returns the query with misspelled words corrected to match this record. Returns `nil` if no word is misspelled, or if the record does
  /// not match all words.
  func correction(of query: Query, in corpus: SearchCorpus, compiledClauses: [CompiledClause]) -> String? {
    guard score.tier.isComplete else { return nil }
    let document = corpus.documents[position]
    var replaced: [(range: Range<Int>, words: String)] = []
    for (index, item) in clauseMatches.enumerated() where item.quality.edits > 0 {
      guard case .word = query.clauses[index], let word = compiledClauses[index].wordMatches.first,
        let correct = correctSpelling(of: word, item, document, corpus)
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
  private func correctSpelling(of word: WordMatches, _ item: ClauseMatch, _ document: Document, _ corpus: SearchCorpus) -> String? {
    let (words, text): ([Document.Word], String)
    switch item {
    case .name: (words, text) = (document.words + document.compounds, document.name)
    case .field(let position, _, .text):
      guard case .text(let own, let ownWords) = document.fields[position].content else { return nil }
      (words, text) = (ownWords, own)
    case .field(_, _, .name(let target, _)):
      guard let target = corpus[target] else { return nil }
      (words, text) = (target.words + target.compounds, target.name)
    case .label, .nothing: return nil
    }
    guard let correct = words.first(where: { word[$0.termID] == item.quality }) else { return nil }
    let spelling = String(Array(text)[correct.places.range()]).lowercased()
    // Punctuation with a meaning in the query syntax would change the query.
    return QueryTerm.parse(spelling).allSatisfy(\.isWord) ? spelling : corpus.lexicon.entries[correct.termID].text
  }
}

extension QueryTerm {
  fileprivate var isWord: Bool { if case .word = content { !isNegated } else { false } }
}
