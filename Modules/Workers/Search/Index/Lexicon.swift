/// The distinct words (terms) of the indexed records, so that a query word is compared with each term once.
struct Lexicon: Sendable {
  /// Where a term occurs.
  struct Occurrences: OptionSet, Sendable {
    let rawValue: UInt8
    /// In a name, as a word or as adjacent words joined (`xwing`).
    static let name = Occurrences(rawValue: 1)
    /// In a field other than running text.
    static let value = Occurrences(rawValue: 2)
    /// In running text.
    static let prose = Occurrences(rawValue: 4)
    static let all: Occurrences = [.name, .value, .prose]
  }

  struct Entry: Sendable {
    let text: String
    let letters: [Unicode.Scalar]
    let letterMask: LetterMask
    /// The number that the term stands for, if any.
    let number: Int?
    var occurrences: Occurrences
  }

  /// How often a term occurs in each place.
  private struct Counts: Sendable {
    private var name = 0
    private var value = 0
    private var prose = 0

    /// Returns the new count.
    mutating func add(_ change: Int, in occurrence: Occurrences) -> Int {
      switch occurrence {
      case .name:
        name += change
        return name
      case .value:
        value += change
        return value
      default:
        prose += change
        return prose
      }
    }
  }

  /// The terms by term ID, and terms that no longer occur.
  private(set) var entries: [Entry] = []
  private var counts: [Counts] = []
  private var termIDs: [String: Int] = [:]
  /// The IDs of terms that no longer occur, for new terms.
  private var unusedTermIDs: [Int] = []

  /// Returns the term ID of a word that occurs once more, adding the word if it is new.
  mutating func termID(of word: String, in occurrence: Occurrences) -> Int {
    if let termID = termIDs[word] {
      _ = counts[termID].add(1, in: occurrence)
      entries[termID].occurrences.insert(occurrence)
      return termID
    }
    let letters = Array(word.unicodeScalars)
    let entry = Entry(
      text: word, letters: letters, letterMask: LetterMask(letters), number: Numeral.value(of: word), occurrences: occurrence)
    let termID: Int
    if let unused = unusedTermIDs.popLast() {
      termID = unused
      entries[termID] = entry
    } else {
      termID = entries.count
      entries.append(entry)
      counts.append(Counts())
    }
    _ = counts[termID].add(1, in: occurrence)
    termIDs[word] = termID
    return termID
  }

  /// Removes one occurrence of a term, and the term with its last one.
  mutating func remove(_ termID: Int, in occurrence: Occurrences) {
    guard counts[termID].add(-1, in: occurrence) == 0 else { return }
    entries[termID].occurrences.remove(occurrence)
    guard entries[termID].occurrences.isEmpty else { return }
    termIDs[entries[termID].text] = nil
    unusedTermIDs.append(termID)
  }

  /// Returns where a word occurs; empty if it does not.
  func occurrences(of word: String) -> Occurrences { termIDs[word].map { entries[$0].occurrences } ?? [] }
}
