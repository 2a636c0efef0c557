import Models

/// Where in a record one clause of a query matches.
enum ClauseMatch: Sendable {
  case name(MatchQuality)
  /// In the text of the field with this index.
  case text(Int, MatchQuality)
  /// In the name of the record at a position, to which the field with this index refers.
  case reference(Int, MatchQuality, target: Int)
  /// No match needed: the clause is the name of the record's kind (`planet hoth`), the label of a field that another clause matches
  /// (`eyes yellow`), or a stop word.
  case label
  case nothing

  var quality: MatchQuality {
    switch self {
    case .name(let quality), .text(_, let quality), .reference(_, let quality, _): quality
    case .label: .exact
    case .nothing: .none
    }
  }

  /// The index of the matching field.
  var field: Int? {
    switch self {
    case .text(let index, _), .reference(let index, _, _): index
    case .name, .label, .nothing: nil
    }
  }

  var isInName: Bool { if case .name = self { true } else { false } }
  var isLabel: Bool { if case .label = self { true } else { false } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// Returns whether the match, in this record, is in running text.
  func isProse(in entry: IndexEntry) -> Bool { field.map { entry.fields[$0].isProse } ?? false }
}

/// A clause of a query, compared with all terms and names of a corpus.
struct CompiledClause: Sendable {
  let clause: Query.Clause
  let wordMatches: [WordMatches]
  /// How well the name of each record matches, by position; empty if none does.
  private var nameQualities: [MatchQuality] = []

  /// - Parameters:
  ///   - namesOnly: considers only terms that occur in names.
  ///   - isLenient: also tolerate typos in words that occur in the corpus.
  init(
    _ clause: Query.Clause, _ corpus: SearchCorpus, namesOnly: Bool = false, isLenient: Bool = false, until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    self.clause = clause
    wordMatches = try clause.words.map { (word) throws(Deadline.Exceeded) in
      // Phrases and labels are taken literally, and existing words unless the search is lenient.
      let isLiteral = clause.isPhrase || corpus.schema.isLabel(word) || (corpus.containsWord(word) && !isLenient)
      return try WordMatches(
        word, corpus.lexicon, tolerating: isLiteral ? .none : isLenient ? .full : .sameFirstLetter, namesOnly: namesOnly, until: deadline)
    }
    guard !isUnknown else { return }
    var qualities = [MatchQuality](repeating: .none, count: corpus.count)
    var isNamed = false
    for position in corpus.entries.indices {
      try deadline.check(at: position)
      let quality = qualityInName(corpus.entries[position])
      guard quality != .none else { continue }
      qualities[position] = quality
      isNamed = true
    }
    if isNamed { nameQualities = qualities }
  }

  private func qualityInName(_ entry: IndexEntry) -> MatchQuality {
    if clause.isPhrase { return phraseStart(in: entry.terms[entry.nameWords]) == nil ? .none : .exact }
    return wordMatches[0].quality(in: entry.terms, entry.nameTerms)
  }

  /// Whether a word of the clause matches nothing in the corpus.
  var isUnknown: Bool { wordMatches.isEmpty || wordMatches.contains(where: \.isEmpty) }

  /// Returns how well the name of the record at a position matches.
  func nameQuality(_ position: Int) -> MatchQuality { nameQualities.isEmpty ? .none : nameQualities[position] }

  /// Returns whether one of these positions is that of a record whose name matches.
  func isNamed(_ positions: [Int32]) -> Bool {
    !nameQualities.isEmpty && positions.contains { $0 >= 0 && nameQualities[Int($0)] != .none }
  }

  /// Returns whether a name has at least `count` words that match as a whole.
  func occurs(atLeast count: Int, inNameOf entry: IndexEntry) -> Bool {
    clause.isPhrase ? count == 1 : entry.terms[entry.nameWords].count { wordMatches[0][$0].isWhole } >= count
  }

  /// Returns the best match in a record's fields. Tolerates typos only if `isLenient`.
  func match(inFieldsOf entry: IndexEntry, _ links: Links, isLenient: Bool) -> ClauseMatch {
    guard !isUnknown else { return .nothing }
    var best = ClauseMatch.nothing
    var bestRank = (2, MatchQuality.none, 0)
    for index in entry.fields.indices {
      let match = match(inField: index, of: entry, links)
      let quality = match.quality
      guard quality.isAsWritten || (isLenient && quality != .none) else { continue }
      // Whole-word matches are ranked by field only.
      let field = entry.fields[index]
      let rank = (field.isProse ? 1 : 0, quality.isWhole ? MatchQuality.exact : quality, field.vagueness)
      if rank < bestRank { (best, bestRank) = (match, rank) }
    }
    return best
  }

  private func match(inField index: Int, of entry: IndexEntry, _ links: Links) -> ClauseMatch {
    let field = entry.fields[index]
    if !field.terms.isEmpty {
      if clause.isPhrase { return phraseStart(in: entry.terms[field.terms]) == nil ? .nothing : .text(index, .exact) }
      let quality = wordMatches[0].quality(in: entry.terms, field.terms)
      return quality == .none ? .nothing : .text(index, quality)
    }
    guard !nameQualities.isEmpty else { return .nothing }
    var best = ClauseMatch.nothing
    for target in links.targets[field.references] where target >= 0 && nameQualities[Int(target)] < best.quality {
      best = .reference(index, nameQualities[Int(target)], target: Int(target))
    }
    return best
  }

  /// Returns the index of the first of adjacent words that match a phrase.
  private func phraseStart(in words: ArraySlice<Lexicon.TermID>) -> Int? {
    guard !wordMatches.isEmpty, words.count >= wordMatches.count else { return nil }
    return (words.startIndex...words.endIndex - wordMatches.count).first { start in
      wordMatches.indices.allSatisfy { wordMatches[$0][words[start + $0]].isWhole }
    }
  }

  // MARK: Marks

  /// Returns the matching characters of a record's name.
  func marks(inNameOf entry: IndexEntry) -> [Range<Int>] {
    if clause.isPhrase { return phraseMarks(in: entry.terms[entry.nameWords], FoldedText(entry.name)) }
    guard let best = wordMatches[0].best(of: entry.terms[entry.nameTerms]),
      let places = IndexEntry.places(ofNameTerm: best.index, in: entry.name)
    else { return [] }
    return [wordMatches[0].marks(best.quality, in: places)]
  }

  /// Returns the matching characters of the text of a field.
  func marks(in text: String, of field: IndexEntry.Field, of entry: IndexEntry) -> [Range<Int>] {
    let terms = entry.terms[field.terms]
    let folded = FoldedText(text)
    if clause.isPhrase { return phraseMarks(in: terms, folded) }
    guard let best = wordMatches[0].best(of: terms), best.index - terms.startIndex < folded.words.count else { return [] }
    return [wordMatches[0].marks(best.quality, in: folded.words[best.index - terms.startIndex].places)]
  }

  private func phraseMarks(in terms: ArraySlice<Lexicon.TermID>, _ text: FoldedText) -> [Range<Int>] {
    guard let start = phraseStart(in: terms) else { return [] }
    let words = text.words.dropFirst(start - terms.startIndex).prefix(wordMatches.count)
    guard let first = words.first, let last = words.last else { return [] }
    return [first.places.range().lowerBound..<last.places.range().upperBound]
  }
}
