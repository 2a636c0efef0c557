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

  /// Identifies a term; the index of its entry.
  typealias TermID = UInt32

  struct Entry: Sendable {
    let text: String
    /// The number that the term stands for, if any.
    let number: Int?
    var occurrences: Occurrences
  }

  /// How often a term occurs in each place.
  private struct Counts: Sendable {
    private var name: Int32 = 0
    private var value: Int32 = 0
    private var prose: Int32 = 0

    /// Returns the new count.
    mutating func add(_ change: Int32, in occurrence: Occurrences) -> Int32 {
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
  /// The letters of the terms by term ID, apart from the entries because most terms are rejected by their letters alone.
  private(set) var letterMasks: [LetterMask] = []
  private var counts: [Counts] = []
  private var termIDs: [String: TermID] = [:]
  /// The IDs of terms that no longer occur, for new terms.
  private var unusedTermIDs: [TermID] = []

  subscript(termID: TermID) -> Entry { entries[Int(termID)] }

  /// Returns the term ID of a word that occurs once more, adding the word if it is new.
  mutating func termID(of word: String, in occurrence: Occurrences) -> TermID {
    if let termID = termIDs[word] {
      _ = counts[Int(termID)].add(1, in: occurrence)
      entries[Int(termID)].occurrences.insert(occurrence)
      return termID
    }
    let entry = Entry(text: word, number: Numeral.value(of: word), occurrences: occurrence)
    let letterMask = LetterMask(word.unicodeScalars)
    let termID: TermID
    if let unused = unusedTermIDs.popLast() {
      termID = unused
      entries[Int(termID)] = entry
      letterMasks[Int(termID)] = letterMask
    } else {
      termID = TermID(entries.count)
      entries.append(entry)
      letterMasks.append(letterMask)
      counts.append(Counts())
    }
    _ = counts[Int(termID)].add(1, in: occurrence)
    termIDs[word] = termID
    return termID
  }

  /// Removes one occurrence of a term, and the term with its last one.
  mutating func remove(_ termID: TermID, in occurrence: Occurrences) {
    let index = Int(termID)
    guard counts[index].add(-1, in: occurrence) == 0 else { return }
    entries[index].occurrences.remove(occurrence)
    guard entries[index].occurrences.isEmpty else { return }
    termIDs[entries[index].text] = nil
    unusedTermIDs.append(termID)
  }

  /// Returns where a word occurs; empty if it does not.
  func occurrences(of word: String) -> Occurrences { termIDs[word].map { self[$0].occurrences } ?? [] }
}
