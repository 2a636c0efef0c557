import Models

/// Where in a record one clause of a query matches.
struct ClauseMatch: Sendable {
  var quality = MatchQuality.none
  /// The index of the matching field; 0 is the name.
  var field: Int?
  /// The position of the record whose name matches, if the field refers to it.
  var target: Int?

  static let nothing = ClauseMatch()
  /// No match needed: the clause is the name of the record's kind (`planet hoth`), the label of a field that another clause matches
  /// (`eyes yellow`), or a stop word.
  static let label = ClauseMatch(quality: .exact)

  var isInName: Bool { field == 0 }
  var isLabel: Bool { field == nil && quality != .none }
  var isNothing: Bool { quality == .none }

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
    for position in corpus.entries.indices {
      try deadline.check(at: position)
      qualities[position] = quality(inField: 0, of: corpus.entries[position])
    }
    if qualities.contains(where: { $0 != .none }) { nameQualities = qualities }
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

  /// Returns the best match in a record's fields other than the name. Tolerates typos only if `isLenient`.
  func match(inFieldsOf entry: IndexEntry, _ links: Links, isLenient: Bool) -> ClauseMatch {
    guard !isUnknown else { return .nothing }
    var best = ClauseMatch.nothing
    var bestRank = (2, MatchQuality.none, 0)
    for index in entry.fields.indices.dropFirst() {
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
    guard field.terms.isEmpty else { return ClauseMatch(quality: quality(inField: index, of: entry), field: index) }
    var best = ClauseMatch.nothing
    guard !nameQualities.isEmpty else { return best }
    for target in links.targets[field.references] where target >= 0 && nameQualities[Int(target)] < best.quality {
      best = ClauseMatch(quality: nameQualities[Int(target)], field: index, target: Int(target))
    }
    return best
  }

  private func quality(inField index: Int, of entry: IndexEntry) -> MatchQuality {
    if clause.isPhrase { return phraseStart(inField: index, of: entry) == nil ? .none : .exact }
    return wordMatches[0].quality(in: entry.terms, entry.fields[index].terms)
  }

  /// Returns the position in a field of the first of adjacent words that match a phrase.
  private func phraseStart(inField index: Int, of entry: IndexEntry) -> Int? {
    let words = entry.terms[index == 0 ? entry.nameWords : entry.fields[index].terms]
    guard !wordMatches.isEmpty, words.count >= wordMatches.count else { return nil }
    return (0...words.count - wordMatches.count).first { start in
      wordMatches.indices.allSatisfy { wordMatches[$0][words[words.startIndex + start + $0]].isWhole }
    }
  }

  /// Returns the matching characters of the text of a field, or of the name.
  func marks(inField index: Int, of entry: IndexEntry, _ text: String) -> [Range<Int>] {
    let words = FoldedText(text).words
    guard !clause.isPhrase else {
      guard let start = phraseStart(inField: index, of: entry), start + wordMatches.count <= words.count else { return [] }
      return [words[start..<start + wordMatches.count].flatMap(\.places).covered]
    }
    let terms = entry.terms[entry.fields[index].terms]
    guard let best = wordMatches[0].best(of: terms), let places = IndexEntry.places(ofTerm: best.index - terms.startIndex, among: words)
    else {
      return []
    }
    return [wordMatches[0].marks(best.quality, in: places)]
  }
}
