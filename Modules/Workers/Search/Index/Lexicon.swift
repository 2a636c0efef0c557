import Models

/// The distinct words (terms) of the indexed records, so that a query word is compared with each of them once. Words of removed records stay
/// as unused terms.
struct Lexicon: Sendable {
  /// Identifies a term: its index in ``terms``.
  typealias TermID = Int32

  struct Term: Sendable {
    let text: String
    let letters: LetterMask
    /// The number that the term stands for, if any.
    let number: Int?
    /// Whether the term occurs in a name, as a word or as adjacent words joined (`xwing`).
    fileprivate(set) var isInNames = false
    /// Whether the term occurs in a field other than running text.
    fileprivate(set) var isInValues = false
    fileprivate(set) var isUsed = false

    init(_ text: String) {
      self.text = text
      letters = LetterMask(text.unicodeScalars)
      number = Numeral.value(of: text)
    }
  }

  private(set) var terms: [Term] = []
  private var ids: [String: TermID] = [:]

  subscript(id: TermID) -> Term { terms[Int(id)] }

  /// Returns the ID of a word that occurs.
  func id(of word: String) -> TermID? { ids[word].flatMap { self[$0].isUsed ? $0 : nil } }

  /// Returns the ID of a word, which is added unless it is known.
  mutating func add(_ word: String) -> TermID {
    if let id = ids[word] { return id }
    let id = TermID(terms.count)
    terms.append(Term(word))
    ids[word] = id
    return id
  }

  /// Sets where each term occurs among the words of `entries`. Returns the number of used terms.
  mutating func setUses(by entries: [IndexEntry]) -> Int {
    for id in terms.indices { (terms[id].isInNames, terms[id].isInValues, terms[id].isUsed) = (false, false, false) }
    var count = 0
    for entry in entries {
      for id in entry.terms where !terms[Int(id)].isUsed {
        terms[Int(id)].isUsed = true
        count += 1
      }
      for id in entry.terms[entry.nameTerms] { terms[Int(id)].isInNames = true }
      for field in entry.fields where !field.isProse {
        for id in entry.terms[field.terms] { terms[Int(id)].isInValues = true }
      }
    }
    return count
  }
}

/// Bit mask of the letters of a word, for a fast lower bound of the edit distance.
struct LetterMask: Sendable, Hashable {
  /// One bit for each letter a to z and each digit; other characters share the remaining bits.
  private let bits: UInt64

  init(_ letters: some Sequence<Unicode.Scalar>) { bits = letters.reduce(0) { $0 | 1 << Self.bit(for: $1.value) } }

  /// Returns whether at most `edits` edits may lead from this word to the other word or a prefix of it: each edit removes at most one letter
  /// that the other word lacks.
  func mayBecome(_ other: LetterMask, edits: Int) -> Bool {
    var missing = bits & ~other.bits
    for _ in 0..<edits { missing &= missing &- 1 }
    return missing == 0
  }

  private static func bit(for scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x61...0x7A: scalar - 0x61
    case 0x30...0x39: scalar - 0x30 + 26
    default: 36 + scalar % 28
    }
  }
}

/// Words that stand for numbers, so that `episode 4` and `episode four` find Episode IV.
enum Numeral {
  /// The number words up to `ten`, and the Roman numerals up to 39.
  private static let words: [String: Int] = {
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    let numerals = (1...39).compactMap { RomanNumeral.text($0)?.lowercased() }
    return Dictionary(uniqueKeysWithValues: [names, numerals].flatMap { $0.enumerated().map { ($1, $0 + 1) } })
  }()

  /// Returns the number of a word, which may also be digits; `nil` for other words.
  static func value(of word: String) -> Int? {
    words[word] ?? (word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(word) : nil)
  }
}
