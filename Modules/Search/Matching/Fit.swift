/// How well a word that was typed fits a word that is indexed, best first.
enum Fit: UInt8, Sendable, Comparable {
  case exact
  /// The same number: `4` and `iv`.
  case numeral
  /// The beginning of it.
  case beginning
  /// A part of it: `fighter` of `starfighter`.
  case part
  case oneEdit
  case twoEdits
  /// One edit away from the beginning of it: `milen` of `millennium`.
  case beginningOneEdit
  case beginningTwoEdits
  case none

  static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }

  /// A whole word, as it was written.
  var isWhole: Bool { self <= .numeral }
  /// As it was written, be it whole or in part.
  var isAsWritten: Bool { self <= .part }

  var edits: Int {
    switch self {
    case .oneEdit, .beginningOneEdit: 1
    case .twoEdits, .beginningTwoEdits: 2
    default: 0
    }
  }
}

/// How one word fits every word of a lexicon.
struct WordFits: Sendable {
  let word: String
  let letters: Int
  private let fits: [Fit]

  subscript(term: Int) -> Fit { fits[term] }

  /// Whether some word of the lexicon fits at all.
  var isEmpty: Bool { fits.allSatisfy { $0 == .none } }

  /// - Parameter isLenient: forgive typos also in words that the lexicon knows.
  init(_ word: String, _ lexicon: Lexicon, isLenient: Bool) {
    let letters = Array(word.unicodeScalars)
    let number = Numeral.value(of: word)
    self.word = word
    self.letters = letters.count
    // Whoever types a word that exists means it. Running text holds too many words to conclude that from.
    let isKnown = !lexicon.uses(of: word).isDisjoint(with: [.name, .value])
    let tolerance = isKnown && !isLenient ? 0 : EditDistance.tolerance(for: letters.count)
    fits = lexicon.entries.map { entry in
      if entry.text == word { return .exact }
      if let number, entry.number == number { return .numeral }
      if entry.letters.starts(with: letters) { return .beginning }
      let isName = entry.uses.contains(.name)
      if isName, letters.count >= 4, entry.letters.count > letters.count, entry.text.contains(word) { return .part }
      guard tolerance > 0 else { return .none }
      let distances = EditDistance.distances(letters, entry.letters, limit: tolerance)
      if distances.whole <= tolerance { return distances.whole == 1 ? .oneEdit : .twoEdits }
      // The beginning of a word says little, so a typo in it is forgiven in names and from four letters on.
      if isName, letters.count >= 4, distances.beginning <= tolerance {
        return distances.beginning == 1 ? .beginningOneEdit : .beginningTwoEdits
      }
      return .none
    }
  }

  /// The words of the lexicon that fit, each with how.
  func fitting(_ lexicon: Lexicon) -> [(entry: Lexicon.Entry, fit: Fit)] {
    fits.enumerated().compactMap { $0.element == .none ? nil : (lexicon.entries[$0.offset], $0.element) }
  }
}
