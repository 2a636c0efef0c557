import Models

/// How one word fits every word of a lexicon.
struct WordFits: Sendable {
  /// How far typos are forgiven.
  enum Forgiveness: Sendable {
    case nothing
    /// Not in the first letter of short words: what differs there is another word.
    case mostly
    case everything
  }

  let word: String
  let letters: Int
  /// Whether no word of the lexicon fits.
  let isEmpty: Bool
  private let fits: [Fit]

  subscript(term: Int) -> Fit { fits[term] }

  /// - Parameter uses: only words that are used so are looked at; no other fits.
  init(
    _ word: String, _ lexicon: Lexicon, forgiving forgiveness: Forgiveness, among uses: Lexicon.Uses, until deadline: Deadline
  ) throws(Deadline.Passed) {
    let typed = Typed(word, forgiveness)
    self.word = word
    letters = typed.letters.count
    var fits: [Fit] = []
    fits.reserveCapacity(lexicon.entries.count)
    for (place, entry) in lexicon.entries.enumerated() {
      try deadline.check(at: place)
      fits.append(entry.uses.isDisjoint(with: uses) ? .none : typed.fit(entry))
    }
    self.fits = fits
    isEmpty = fits.allSatisfy { $0 == .none }
  }
}

/// A word as it was typed, ready to be compared with many.
private struct Typed {
  let word: String
  let letters: [Unicode.Scalar]
  private let inventory: Inventory
  private let number: Int?
  private let forgiveness: WordFits.Forgiveness
  /// Edits that are forgiven.
  private let tolerance: Int

  init(_ word: String, _ forgiveness: WordFits.Forgiveness) {
    self.word = word
    letters = Array(word.unicodeScalars)
    inventory = Inventory(letters)
    number = Numeral.value(of: word)
    self.forgiveness = forgiveness
    tolerance = forgiveness == .nothing ? 0 : EditDistance.tolerance(for: letters.count)
  }

  func fit(_ entry: Lexicon.Entry) -> Fit {
    let isName = entry.uses.contains(.name)
    if letters.count <= entry.letters.count {
      if entry.letters.starts(with: letters) { return letters.count == entry.letters.count ? .exact : .beginning }
      if isName, letters.count >= 4, entry.letters.suffix(letters.count).elementsEqual(letters) { return .end }
    }
    if let number, entry.number == number { return .numeral }
    let tolerance = tolerance(for: entry.uses)
    guard tolerance > 0, inventory.leastEdits(to: entry.inventory) <= tolerance else { return .none }
    let begins = hasBeginning(of: entry)
    guard begins || letters.count > 4 || forgiveness == .everything else { return .none }
    let distances = EditDistance.distances(letters, entry.letters, limit: tolerance)
    if distances.whole <= tolerance { return distances.whole == 1 ? .oneEdit : .twoEdits }
    // The beginning of a word says less than the whole: it must begin right, and be that of a name.
    guard isName, begins, letters.count > 3, distances.beginning <= tolerance else { return .none }
    return distances.beginning == 1 ? .beginningOneEdit : .beginningTwoEdits
  }

  /// In short words of fields (`bby`, `kg`) a typo cannot be told from another word, and running text has a word like every other.
  private func tolerance(for uses: Lexicon.Uses) -> Int {
    if uses.contains(.name) { return tolerance }
    if uses.contains(.value) { return letters.count > 3 ? tolerance : 0 }
    return letters.count > 5 ? min(tolerance, 1) : 0
  }

  /// The first letter is the same, or the first two are swapped.
  private func hasBeginning(of entry: Lexicon.Entry) -> Bool {
    if entry.letters.first == letters.first { return true }
    return entry.letters.count > 1 && letters.count > 1 && entry.letters[0] == letters[1] && entry.letters[1] == letters[0]
  }
}
