import Models

/// How well one query word matches each term of a lexicon.
struct WordMatches: Sendable {
  /// Which typos are tolerated.
  enum TypoTolerance: Sendable {
    case none
    /// All but typos in the first letter of short words, which are different words.
    case sameFirstLetter
    case full
  }

  let word: String
  let letterCount: Int
  /// Whether no term matches.
  let isEmpty: Bool
  private let qualities: [MatchQuality]

  subscript(termID: Int) -> MatchQuality { qualities[termID] }

  /// - Parameter occurrences: considers only terms that occur there.
  init(
    _ word: String, _ lexicon: Lexicon, tolerating typoTolerance: TypoTolerance, among occurrences: Lexicon.Occurrences,
    until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    let typed = TypedWord(word, typoTolerance)
    self.word = word
    letterCount = typed.letters.count
    var qualities: [MatchQuality] = []
    qualities.reserveCapacity(lexicon.entries.count)
    for (position, entry) in lexicon.entries.enumerated() {
      try deadline.check(at: position)
      qualities.append(entry.occurrences.isDisjoint(with: occurrences) ? .none : typed.quality(of: entry))
    }
    self.qualities = qualities
    isEmpty = qualities.allSatisfy { $0 == .none }
  }
}

/// A query word prepared for comparison with many terms.
private struct TypedWord {
  let word: String
  let letters: [Unicode.Scalar]
  private let letterMask: LetterMask
  private let number: Int?
  private let typoTolerance: WordMatches.TypoTolerance
  /// Maximum number of edits.
  private let tolerance: Int

  init(_ word: String, _ typoTolerance: WordMatches.TypoTolerance) {
    self.word = word
    letters = Array(word.unicodeScalars)
    letterMask = LetterMask(letters)
    number = Numeral.value(of: word)
    self.typoTolerance = typoTolerance
    tolerance = typoTolerance == .none ? 0 : EditDistance.tolerance(for: letters.count)
  }

  func quality(of entry: Lexicon.Entry) -> MatchQuality {
    let isName = entry.occurrences.contains(.name)
    if letters.count <= entry.letters.count {
      if entry.letters.starts(with: letters) { return letters.count == entry.letters.count ? .exact : .prefix }
      if isName, letters.count >= 4, entry.letters.suffix(letters.count).elementsEqual(letters) { return .suffix }
    }
    if let number, entry.number == number { return .numeral }
    let tolerance = tolerance(for: entry.occurrences)
    guard tolerance > 0, letterMask.minEdits(to: entry.letterMask) <= tolerance else { return .none }
    let beginsAlike = sharesFirstLetter(with: entry)
    guard beginsAlike || letters.count > 4 || typoTolerance == .full else { return .none }
    let distances = EditDistance.distances(letters, entry.letters, limit: tolerance)
    if distances.whole <= tolerance { return distances.whole == 1 ? .oneEdit : .twoEdits }
    // A misspelled prefix is weaker evidence than a misspelled word: it must be the prefix of a name and share the first letter.
    guard isName, beginsAlike, letters.count > 3, distances.prefix <= tolerance else { return .none }
    return distances.prefix == 1 ? .prefixOneEdit : .prefixTwoEdits
  }

  /// Returns the maximum number of edits for a term. In short words of fields (`bby`, `kg`), a typo cannot be told from another word;
  /// running text has similar words for almost any query.
  private func tolerance(for occurrences: Lexicon.Occurrences) -> Int {
    if occurrences.contains(.name) { return tolerance }
    if occurrences.contains(.value) { return letters.count > 3 ? tolerance : 0 }
    return letters.count > 5 ? min(tolerance, 1) : 0
  }

  /// Returns whether the first letters are equal, or the first two are swapped.
  private func sharesFirstLetter(with entry: Lexicon.Entry) -> Bool {
    if entry.letters.first == letters.first { return true }
    return entry.letters.count > 1 && letters.count > 1 && entry.letters[0] == letters[1] && entry.letters[1] == letters[0]
  }
}
