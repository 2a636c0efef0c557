import Models

/// A clause of a query, compared with all terms and names of a corpus.
struct CompiledClause: Sendable {
  let clause: Query.Clause
  let wordMatches: [WordMatches]
  /// The positions of the documents whose names match, in ascending order.
  let named: [Int]
  /// How well the name of each document matches, by position; empty if none does.
  private let nameQualities: [MatchQuality]

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
    (named, nameQualities) = try Self.names(wordMatches, isPhrase: clause.isPhrase, corpus.terms, deadline)
  }

  private static func names(
    _ wordMatches: [WordMatches], isPhrase: Bool, _ terms: DocumentTerms, _ deadline: Deadline
  ) throws(Deadline.Exceeded) -> ([Int], [MatchQuality]) {
    guard let word = wordMatches.first, !wordMatches.contains(where: \.isEmpty) else { return ([], []) }
    var named: [Int] = []
    var qualities = [MatchQuality](repeating: .none, count: terms.count)
    for position in 0..<terms.count {
      try deadline.check(at: position)
      var best = MatchQuality.none
      if isPhrase {
        if phraseStart(wordMatches, in: terms[terms.words(position)]) != nil { best = .exact }
      } else {
        for index in terms.names(position) { best = min(best, word[terms.termIDs[index]]) }
      }
      guard best != .none else { continue }
      qualities[position] = best
      named.append(position)
    }
    return (named, qualities)
  }

  /// Whether a word of the clause matches nothing in the corpus.
  var isUnknown: Bool { wordMatches.contains(where: \.isEmpty) }

  /// Returns how well the name of the document at a position matches.
  func nameQuality(_ position: Int) -> MatchQuality { nameQualities.isEmpty ? .none : nameQualities[position] }

  /// Returns whether the name of a document has at least `count` words that match as a whole.
  func occurs(atLeast count: Int, inNameAt position: Int, _ terms: DocumentTerms) -> Bool {
    guard !clause.isPhrase, let word = wordMatches.first else { return count == 1 }
    return terms[terms.words(position)].count { word[$0].isWhole } >= count
  }

  /// Returns the best match in a record's fields. Tolerates typos only if `isLenient`.
  func match(inFieldsAt position: Int, _ corpus: SearchCorpus, isLenient: Bool) -> ClauseMatch {
    guard !isUnknown else { return .nothing }
    var best = ClauseMatch.nothing
    var bestRank: (Int, MatchQuality, Int)?
    var places = corpus.columns.fieldPlaces(position)
    let first = places.index
    while places.index < places.end {
      let field = corpus.columns.fields.elements[places.index]
      defer { places.advance(past: field) }
      guard let (quality, location) = match(in: field, places, corpus), quality.isAsWritten || isLenient else { continue }
      // Whole-word matches are ranked by field only.
      let rank = (field.form == .prose ? 1 : 0, quality.isWhole ? MatchQuality.exact : quality, field.vagueness)
      if let bestRank, bestRank <= rank { continue }
      best = .field(places.index - first, quality, location)
      bestRank = rank
    }
    return best
  }

  private func match(in field: DocumentField, _ places: FieldPlaces, _ corpus: SearchCorpus) -> (MatchQuality, ClauseMatch.Location)? {
    if field.termCount > 0 {
      let terms = places.term..<places.term + field.termCount
      guard !clause.isPhrase, let word = wordMatches.first else {
        return Self.phraseStart(wordMatches, in: corpus.columns.terms[terms]) == nil ? nil : (.exact, .text)
      }
      var quality = MatchQuality.none
      for index in terms { quality = min(quality, word[corpus.columns.terms.termIDs[index]]) }
      return quality == .none ? nil : (quality, .text)
    }
    guard !named.isEmpty, field.referenceCount > 0 else { return nil }
    var best: (MatchQuality, ClauseMatch.Location)?
    for index in places.reference..<places.reference + field.referenceCount {
      let target = Int(corpus.links.targets[index])
      guard target >= 0, nameQualities[target] < best?.0 ?? .none else { continue }
      best = (nameQualities[target], .name(of: target))
      if nameQualities[target] == .exact { break }
    }
    return best
  }

  /// Returns the index of the first of adjacent words that match a phrase.
  private static func phraseStart(_ wordMatches: [WordMatches], in words: ArraySlice<Lexicon.TermID>) -> Int? {
    guard !wordMatches.isEmpty, words.count >= wordMatches.count else { return nil }
    return (words.startIndex...words.endIndex - wordMatches.count).first { start in
      wordMatches.indices.allSatisfy { wordMatches[$0][words[start + $0]].isWhole }
    }
  }
}

extension CompiledClause {
  /// Returns the matching characters of the name of the document at a position.
  func marks(inNameAt position: Int, _ corpus: SearchCorpus) -> [Range<Int>] {
    let name = corpus.name(at: position)
    let terms = corpus.terms
    guard !clause.isPhrase, let word = wordMatches.first else {
      return phraseMarks(in: terms[terms.words(position)], FoldedText(name))
    }
    guard let best = word.best(of: terms[terms.names(position)]),
      let places = NameCompounds.places(ofTerm: best.index - terms.names(position).lowerBound, in: name)
    else { return [] }
    return [word.marks(best.quality, in: places)]
  }

  /// Returns the matching characters of a text, which is the field at an index among those of the document at a position.
  func marks(in text: String, ofField index: Int, at position: Int, _ corpus: SearchCorpus) -> [Range<Int>] {
    let (field, places) = corpus.field(index, at: position)
    let terms = corpus.terms[places.term..<places.term + field.termCount]
    let folded = FoldedText(text)
    guard !clause.isPhrase, let word = wordMatches.first else { return phraseMarks(in: terms, folded) }
    guard let best = word.best(of: terms), best.index - terms.startIndex < folded.words.count else { return [] }
    return [word.marks(best.quality, in: folded.words[best.index - terms.startIndex].places)]
  }

  private func phraseMarks(in terms: ArraySlice<Lexicon.TermID>, _ text: FoldedText) -> [Range<Int>] {
    guard let start = Self.phraseStart(wordMatches, in: terms) else { return [] }
    let words = text.words.dropFirst(start - terms.startIndex).prefix(wordMatches.count)
    guard let first = words.first, let last = words.last else { return [] }
    return [first.places.range().lowerBound..<last.places.range().upperBound]
  }
}
