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
    static let all: Uses = [.name, .value, .prose]
  }

  struct Entry: Sendable {
    let text: String
    let letters: [Unicode.Scalar]
    let inventory: Inventory
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
    let letters = Array(word.unicodeScalars)
    entries.append(Entry(text: word, letters: letters, inventory: Inventory(letters), number: Numeral.value(of: word), uses: use))
    return entries.count - 1
  }

  /// Empty for words that do not occur.
  func uses(of word: String) -> Uses { places[word].map { entries[$0].uses } ?? [] }
}
