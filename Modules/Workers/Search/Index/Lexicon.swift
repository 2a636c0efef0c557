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

  private(set) var entries: [Entry] = []
  private var termIDs: [String: Int] = [:]

  /// Returns the term ID of a word, adding the word if it is new.
  mutating func termID(of word: String, in occurrence: Occurrences) -> Int {
    if let termID = termIDs[word] {
      entries[termID].occurrences.insert(occurrence)
      return termID
    }
    termIDs[word] = entries.count
    let letters = Array(word.unicodeScalars)
    entries.append(
      Entry(text: word, letters: letters, letterMask: LetterMask(letters), number: Numeral.value(of: word), occurrences: occurrence))
    return entries.count - 1
  }

  /// Returns where a word occurs; empty if it does not.
  func occurrences(of word: String) -> Occurrences { termIDs[word].map { entries[$0].occurrences } ?? [] }
}
