/// Every word of the indexed records once, so that a word of a query is compared with each of them once.
struct Lexicon: Sendable {
  /// Where a word occurs.
  struct Uses: OptionSet, Sendable {
    let rawValue: UInt8
    /// In a name, or made of the words of one that stand side by side (`xwing`).
    static let name = Uses(rawValue: 1)
    /// In a field that states something.
    static let value = Uses(rawValue: 2)
    /// In running text.
    static let prose = Uses(rawValue: 4)
  }

  struct Entry: Sendable {
    let text: String
    let letters: [Unicode.Scalar]
    /// The number it stands for, if any.
    let number: Int?
    var uses: Uses
  }

  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]

  /// The number of a word here; it is taken up where it is new.
  mutating func number(of word: String, as use: Uses) -> Int {
    if let place = places[word] {
      entries[place].uses.insert(use)
      return place
    }
    places[word] = entries.count
    entries.append(Entry(text: word, letters: Array(word.unicodeScalars), number: Numeral.value(of: word), uses: use))
    return entries.count - 1
  }

  func uses(of word: String) -> Uses { places[word].map { entries[$0].uses } ?? [] }
}
