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
  /// The terms that match, in ascending order.
  let termIDs: [Lexicon.TermID]
  private let qualities: [MatchQuality]

  /// Whether no term matches.
  var isEmpty: Bool { termIDs.isEmpty }

  subscript(termID: Lexicon.TermID) -> MatchQuality { qualities[Int(termID)] }

  /// - Parameter occurrences: considers only terms that occur there.
  init(
    _ word: String, _ lexicon: Lexicon, tolerating typoTolerance: TypoTolerance, among occurrences: Lexicon.Occurrences,
    until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    let typed = TypedWord(word, typoTolerance)
    self.word = word
    letterCount = typed.letters.count
    var qualities = [MatchQuality](repeating: .none, count: lexicon.entries.count)
    var termIDs: [Lexicon.TermID] = []
    let (letterMasks, entries) = (lexicon.letterMasks, lexicon.entries)
    try lexicon.withTexts { (texts) throws(Deadline.Exceeded) in
      for index in letterMasks.indices {
        try deadline.check(at: index)
        guard typed.mayMatch(letterMasks[index]), !entries[index].occurrences.isDisjoint(with: occurrences) else { continue }
        let quality = typed.quality(of: entries[index], UnsafeBufferPointer(rebasing: texts[entries[index].range]), letterMasks[index])
        guard quality != .none else { continue }
        qualities[index] = quality
        termIDs.append(Lexicon.TermID(index))
      }
    }
    self.qualities = qualities
    self.termIDs = termIDs
  }

  /// Returns the first of these terms among those that match best, as an index; `nil` if none matches.
  func best(of terms: ArraySlice<Lexicon.TermID>) -> (index: Int, quality: MatchQuality)? {
    var best: (index: Int, quality: MatchQuality)?
    for index in terms.indices {
      let quality = self[terms[index]]
      if quality < best?.quality ?? .none { best = (index, quality) }
    }
    return best
  }

  /// Returns the range of characters to highlight in a word that the query word matches with this quality.
  func marks(_ quality: MatchQuality, in places: FoldedText.Places) -> Range<Int> {
    quality == .suffix ? places.range(last: letterCount) : places.range(first: quality == .prefix ? letterCount : nil)
  }
}

/// A query word prepared for comparison with many terms.
private struct TypedWord {
  let letters: [Unicode.Scalar]
  private let bytes: [UInt8]
  private let letterMask: LetterMask
  private let number: Int?
  private let typoTolerance: WordMatches.TypoTolerance
  /// Maximum number of edits.
  private let tolerance: Int

  init(_ word: String, _ typoTolerance: WordMatches.TypoTolerance) {
    letters = Array(word.unicodeScalars)
    bytes = Array(word.utf8)
    letterMask = LetterMask(letters)
    number = Numeral.value(of: word)
    self.typoTolerance = typoTolerance
    tolerance = typoTolerance == .none ? 0 : EditDistance.tolerance(for: letters.count)
  }

  /// Returns whether a term with these letters may match; a quick test that most terms fail. A number matches whatever its letters.
  func mayMatch(_ letterMask: LetterMask) -> Bool {
    self.letterMask.mayBecome(letterMask, edits: tolerance) || number != nil
  }

  func quality(of entry: Lexicon.Entry, _ text: UnsafeBufferPointer<UInt8>, _ letterMask: LetterMask) -> MatchQuality {
    let isName = entry.occurrences.contains(.name)
    if bytes.count <= text.count {
      // Words begin or end alike in letters if they do in UTF-8.
      if text.starts(with: bytes) { return bytes.count == text.count ? .exact : .prefix }
      if isName, letters.count >= 4, text.suffix(bytes.count).elementsEqual(bytes) { return .suffix }
    }
    if let number, entry.number == number { return .numeral }
    let tolerance = tolerance(for: entry.occurrences)
    guard tolerance > 0, self.letterMask.mayBecome(letterMask, edits: tolerance) else { return .none }
    let other = String(decoding: text, as: UTF8.self)
    let beginsAlike = sharesFirstLetter(with: other)
    guard beginsAlike || letters.count > 4 || typoTolerance == .full else { return .none }
    let distances = EditDistance.distances(letters, other, limit: tolerance)
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
  private func sharesFirstLetter(with other: String) -> Bool {
    var otherLetters = other.unicodeScalars.makeIterator()
    let first = otherLetters.next()
    if first == letters.first { return true }
    guard letters.count > 1, let second = otherLetters.next() else { return false }
    return first == letters[1] && second == letters[0]
  }
}
