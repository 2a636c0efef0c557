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

  /// Whether the whole term matches without typos.
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
  let word: String
  let letterCount: Int
  /// Whether no term matches.
  let isEmpty: Bool
  /// By term ID.
  private let qualities: [MatchQuality]

  subscript(id: Lexicon.TermID) -> MatchQuality { qualities[Int(id)] }

  /// - Parameter namesOnly: considers only terms that occur in names.
  init(
    _ word: String, _ lexicon: Lexicon, tolerating tolerance: TypedWord.Tolerance, namesOnly: Bool = false, until deadline: Deadline
  ) throws(Deadline.Exceeded) {
    let typed = TypedWord(word, tolerance)
    var qualities = [MatchQuality](repeating: .none, count: lexicon.terms.count)
    var isEmpty = true
    for id in lexicon.terms.indices {
      try deadline.check(at: id)
      // Most terms fail these tests, which do not copy them.
      guard typed.mayMatch(lexicon.terms[id].letters), namesOnly ? lexicon.terms[id].isInNames : lexicon.terms[id].isUsed
      else { continue }
      let quality = typed.quality(of: lexicon.terms[id])
      guard quality != .none else { continue }
      qualities[id] = quality
      isEmpty = false
    }
    self.word = word
    letterCount = typed.letters.count
    self.isEmpty = isEmpty
    self.qualities = qualities
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
  func marks(_ quality: MatchQuality, in places: FoldedText.Places) -> Range<Int> {
    quality == .suffix ? places.range(last: letterCount) : places.range(first: quality == .prefix ? letterCount : nil)
  }
}

/// A query word prepared for comparison with many terms.
struct TypedWord: Sendable {
  /// Which typos are tolerated.
  enum Tolerance: Sendable {
    case none
    /// All but typos in the first letter of short words, which are different words.
    case sameFirstLetter
    case full
  }

  let letters: [Unicode.Scalar]
  private let bytes: [UInt8]
  private let letterMask: LetterMask
  private let number: Int?
  private let tolerance: Tolerance
  private let maxEdits: Int

  init(_ word: String, _ tolerance: Tolerance) {
    letters = Array(word.unicodeScalars)
    bytes = Array(word.utf8)
    letterMask = LetterMask(letters)
    number = Numeral.value(of: word)
    self.tolerance = tolerance
    maxEdits = tolerance == .none ? 0 : EditDistance.tolerance(for: letters.count)
  }

  /// Returns whether a term with these letters may match; a quick test. A number matches whatever its letters.
  func mayMatch(_ letters: LetterMask) -> Bool { number != nil || letterMask.mayBecome(letters, edits: maxEdits) }

  func quality(of term: Lexicon.Term) -> MatchQuality {
    let text = term.text.utf8
    if bytes.count <= text.count {
      // Words begin or end alike in letters if they do in UTF-8.
      if text.starts(with: bytes) { return bytes.count == text.count ? .exact : .prefix }
      if term.isInNames, letters.count >= 4, text.suffix(bytes.count).elementsEqual(bytes) { return .suffix }
    }
    if let number, term.number == number { return .numeral }
    let edits = maxEdits(for: term)
    guard edits > 0, letterMask.mayBecome(term.letters, edits: edits) else { return .none }
    let beginsAlike = sharesFirstLetter(with: term.text)
    guard beginsAlike || letters.count > 4 || tolerance == .full else { return .none }
    let distances = EditDistance.distances(letters, term.text, limit: edits)
    if distances.whole <= edits { return distances.whole == 1 ? .oneEdit : .twoEdits }
    // A misspelled prefix is weaker evidence than a misspelled word: it must be the prefix of a name and share the first letter.
    guard term.isInNames, beginsAlike, letters.count > 3, distances.prefix <= edits else { return .none }
    return distances.prefix == 1 ? .prefixOneEdit : .prefixTwoEdits
  }

  /// Returns the maximum number of edits for a term. In short words of fields (`bby`, `kg`), a typo cannot be told from another word;
  /// running text has similar words for almost any query.
  private func maxEdits(for term: Lexicon.Term) -> Int {
    if term.isInNames { return maxEdits }
    if term.isInValues { return letters.count > 3 ? maxEdits : 0 }
    return letters.count > 5 ? min(maxEdits, 1) : 0
  }

  /// Returns whether the first letters are equal, or the first two are swapped.
  private func sharesFirstLetter(with other: String) -> Bool {
    let first = other.unicodeScalars.prefix(2)
    if first.first == letters.first { return true }
    return letters.count > 1 && first.count > 1 && first.first == letters[1] && first.last == letters[0]
  }
}
