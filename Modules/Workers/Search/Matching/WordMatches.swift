import Models

/// How well a query word matches a term, best first.
enum MatchQuality: UInt8, Sendable, Comparable {
  case exact
  /// Both words mean the same number, such as `4` and `iv`.
  case numeral
  /// The query word is a prefix of the term.
  case prefix
  /// The query word is a suffix of the term: `fighter` of `starfighter`.
  case suffix
  case oneEdit
  case twoEdits
  /// The query word is one edit away from a prefix of the term: `milen` and `millennium`.
  case prefixOneEdit
  case prefixTwoEdits
  case none

  static func < (left: MatchQuality, right: MatchQuality) -> Bool { left.rawValue < right.rawValue }

  var isWhole: Bool { self <= .numeral }
  /// Whether all or part of the term matches without typos.
  var isAsWritten: Bool { self <= .suffix }

  var edits: Int {
    switch self {
    case .oneEdit, .prefixOneEdit: 1
    case .twoEdits, .prefixTwoEdits: 2
    default: 0
    }
  }
}

/// How well one query word matches each term of a lexicon.
struct WordMatches: Sendable {
  /// Which typos are tolerated.
  enum Tolerance: Sendable {
    case none
    /// All but typos in the first letter of short words, which are different words.
    case sameFirstLetter
    case full
  }

  let word: String
  let letterCount: Int
  private(set) var isEmpty = true
  private var qualities: [MatchQuality]

  subscript(id: Lexicon.TermID) -> MatchQuality { qualities[Int(id)] }

  /// - Parameter namesOnly: considers only terms that occur in names.
  init(
    _ word: String, _ lexicon: Lexicon, tolerating tolerance: Tolerance, namesOnly: Bool = false, until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    let letters = Array(word.unicodeScalars)
    let (mask, number) = (LetterMask(letters), Numeral.value(of: word))
    let maxEdits = tolerance == .none ? 0 : EditDistance.tolerance(for: letters.count)
    self.word = word
    letterCount = letters.count
    qualities = [MatchQuality](repeating: .none, count: lexicon.terms.count)
    for id in lexicon.terms.indices {
      try deadline.check(at: id)
      // Most terms fail these tests, which do not copy them. A number matches whatever its letters.
      guard number != nil || mask.mayBecome(lexicon.terms[id].letters, edits: maxEdits),
        namesOnly ? lexicon.terms[id].isInNames : lexicon.terms[id].isUsed
      else { continue }
      let term = lexicon.terms[id]
      qualities[id] = Self.literalQuality(word, letters, term) ?? (number != nil && term.number == number ? .numeral : .none)
      if qualities[id] == .none, maxEdits > 0 {
        qualities[id] = Self.quality(letters, mask, of: term, edits: Self.edits(maxEdits, letters.count, for: term), tolerance)
      }
      if qualities[id] != .none { isEmpty = false }
    }
  }

  /// Words begin or end alike in letters if they do in UTF-8.
  private static func literalQuality(_ word: String, _ letters: [Unicode.Scalar], _ term: Lexicon.Term) -> MatchQuality? {
    if term.text.utf8.starts(with: word.utf8) { return word.utf8.count == term.text.utf8.count ? .exact : .prefix }
    let isSuffix = term.isInNames && letters.count >= 4 && term.text.utf8.reversed().starts(with: word.utf8.reversed())
    return isSuffix ? .suffix : nil
  }

  /// Returns the maximum number of edits for a term. In short words of fields (`bby`, `kg`), a typo cannot be told from another word;
  /// running text has similar words for almost any query.
  private static func edits(_ maxEdits: Int, _ letterCount: Int, for term: Lexicon.Term) -> Int {
    if term.isInNames { return maxEdits }
    if term.isInValues { return letterCount > 3 ? maxEdits : 0 }
    return letterCount > 5 ? min(maxEdits, 1) : 0
  }

  private static func quality(
    _ letters: [Unicode.Scalar], _ mask: LetterMask, of term: Lexicon.Term, edits: Int, _ tolerance: Tolerance
  ) -> MatchQuality {
    guard edits > 0, mask.mayBecome(term.letters, edits: edits) else { return .none }
    // The first letters are equal, or the first two are swapped.
    let first = Array(term.text.unicodeScalars.prefix(2))
    let beginsAlike =
      first.first == letters.first || first.count > 1 && letters.count > 1 && first[0] == letters[1] && first[1] == letters[0]
    guard beginsAlike || letters.count > 4 || tolerance == .full else { return .none }
    let distances = EditDistance.distances(letters, term.text, limit: edits)
    if distances.whole <= edits { return distances.whole == 1 ? .oneEdit : .twoEdits }
    // A misspelled prefix is weaker evidence than a misspelled word: it must be the prefix of a name and share the first letter.
    guard term.isInNames, beginsAlike, letters.count > 3, distances.prefix <= edits else { return .none }
    return distances.prefix == 1 ? .prefixOneEdit : .prefixTwoEdits
  }

  /// Returns how well the best of the terms at these indices matches.
  func quality(in terms: [Lexicon.TermID], _ indices: Range<Int>) -> MatchQuality {
    var best = MatchQuality.none
    for index in indices { best = min(best, qualities[Int(terms[index])]) }
    return best
  }

  /// Returns the first of these terms among those that match best, as an index; `nil` if none matches.
  func best(of terms: ArraySlice<Lexicon.TermID>) -> (index: Int, quality: MatchQuality)? {
    var best: (index: Int, quality: MatchQuality)?
    for index in terms.indices where self[terms[index]] < best?.quality ?? .none { best = (index, self[terms[index]]) }
    return best
  }

  /// Returns the range of characters to highlight in a word that the query word matches with this quality.
  func marks(_ quality: MatchQuality, in places: [Int]) -> Range<Int> {
    (quality == .suffix ? places.suffix(letterCount) : quality == .prefix ? places.prefix(letterCount) : places[...]).covered
  }
}
