import Models

/// A clause of a query, compared with all terms and names of a corpus.
struct CompiledClause: Sendable {
  let clause: Query.Clause
  let wordMatches: [WordMatches]
  /// The match in the name of each document, by position.
  let nameMatches: [ClauseMatch]

  /// - Parameters:
  ///   - occurrences: considers only terms that occur there.
  ///   - isLenient: also tolerate typos in words that occur in the corpus.
  init(
    _ clause: Query.Clause, _ corpus: SearchCorpus, among occurrences: Lexicon.Occurrences = .all, isLenient: Bool = false,
    until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    self.clause = clause
    let wordMatches = try clause.words.map { (word) throws(Deadline.Exceeded) in
      // Phrases and labels are taken literally, and existing words unless the search is lenient.
      let isLiteral = clause.isPhrase || corpus.isLabel(word) || (corpus.containsWord(word) && !isLenient)
      let typoTolerance: WordMatches.TypoTolerance = isLiteral ? .none : isLenient ? .full : .sameFirstLetter
      return try WordMatches(word, corpus.lexicon, tolerating: typoTolerance, among: occurrences, until: deadline)
    }
    self.wordMatches = wordMatches
    nameMatches = try corpus.documents.enumerated().map { (position, document) throws(Deadline.Exceeded) in
      try deadline.check(at: position)
      guard !clause.isPhrase, let word = wordMatches.first else {
        return Self.phraseRange(wordMatches, in: document.words).map { .name(.exact, [$0]) } ?? .nothing
      }
      guard let best = Self.best(word, document.words, document.compounds) else { return .nothing }
      return .name(best.quality, [best.range])
    }
  }

  /// Whether a word of the clause matches nothing in the corpus.
  var isUnknown: Bool { wordMatches.contains(where: \.isEmpty) }

  /// Returns whether the name of a document has at least `count` words that match as a whole.
  func occurs(atLeast count: Int, inNameOf document: Document) -> Bool {
    guard !clause.isPhrase, let word = wordMatches.first else { return count == 1 }
    return document.words.count { word[$0.termID].isWhole } >= count
  }

  /// Returns the best match in a record's fields. Tolerates typos only if `isLenient`.
  func match(inFieldsOf document: Document, _ corpus: SearchCorpus, isLenient: Bool) -> ClauseMatch {
    var best = ClauseMatch.nothing
    var bestRank: (Int, MatchQuality, Int)?
    for (position, field) in document.fields.enumerated() {
      guard let (quality, location) = match(in: field, corpus), quality.isAsWritten || isLenient else { continue }
      // Whole-word matches are ranked by field only.
      let rank = (field.weight == .prose ? 1 : 0, quality.isWhole ? MatchQuality.exact : quality, field.vagueness)
      if let bestRank, bestRank <= rank { continue }
      best = .field(position, quality, location)
      bestRank = rank
    }
    return best
  }

  private func match(in field: Document.Field, _ corpus: SearchCorpus) -> (MatchQuality, ClauseMatch.Location)? {
    switch field.content {
    case .text(_, let words):
      guard !clause.isPhrase, let word = wordMatches.first else {
        return Self.phraseRange(wordMatches, in: words).map { (.exact, .text([$0])) }
      }
      return Self.best(word, words).map { ($0.quality, .text([$0.range])) }
    case .references(let references):
      var best: (MatchQuality, ClauseMatch.Location)?
      for reference in references {
        guard let position = corpus.position(of: reference), case .name(let quality, let marks) = nameMatches[position],
          quality < best?.0 ?? .none
        else {
          continue
        }
        best = (quality, .name(reference, marks))
        if quality == .exact { break }
      }
      return best
    }
  }

  private static func best(_ word: WordMatches, _ words: [Document.Word]...) -> (quality: MatchQuality, range: Range<Int>)? {
    var best = (quality: MatchQuality.none, word: Document.Word?.none)
    for candidate in words.joined() {
      let quality = word[candidate.termID]
      if quality < best.quality { best = (quality, candidate) }
    }
    return best.word.map {
      let places = $0.places
      return (
        best.quality,
        best.quality == .suffix
          ? places.range(last: word.letterCount) : places.range(first: best.quality == .prefix ? word.letterCount : nil)
      )
    }
  }

  /// Returns the characters of adjacent words that match a phrase.
  private static func phraseRange(_ wordMatches: [WordMatches], in words: [Document.Word]) -> Range<Int>? {
    guard !wordMatches.isEmpty, words.count >= wordMatches.count else { return nil }
    for start in 0...(words.count - wordMatches.count) {
      let run = words[start..<start + wordMatches.count]
      guard zip(wordMatches, run).allSatisfy({ $0[$1.termID].isWhole }), let first = run.first, let last = run.last else { continue }
      return first.places.range().lowerBound..<last.places.range().upperBound
    }
    return nil
  }
}
