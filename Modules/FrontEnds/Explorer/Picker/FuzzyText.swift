import Models

/// A text taken apart for ``FuzzyPattern``: its letters and digits as they are compared, and where each of them stands.
struct FuzzyText: Sendable, Hashable {
  struct Letter: Sendable, Hashable {
    let scalar: Unicode.Scalar
    /// The character of the text it comes from; `æ` gives two letters of the same place.
    let place: Int
    let beginsWord: Bool
  }

  let text: String
  let letters: [Letter]

  init(_ text: String) {
    self.text = text
    var letters: [Letter] = []
    letters.reserveCapacity(text.utf8.count)
    var beginsWord = true
    for (place, character) in text.enumerated() {
      let folded = Self.fold(character)
      for (offset, scalar) in folded.enumerated() {
        letters.append(Letter(scalar: scalar, place: place, beginsWord: beginsWord && offset == 0))
      }
      // An apostrophe stands inside a word.
      if character != "'", character != "’" { beginsWord = folded.isEmpty }
    }
    self.letters = letters
  }

  private static func fold(_ character: Character) -> [Unicode.Scalar] {
    guard let ascii = character.asciiValue else { return Array(FoldedText(String(character)).compact.unicodeScalars) }
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return [Unicode.Scalar(ascii)]
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return [Unicode.Scalar(ascii + 0x20)]
    default: return []
    }
  }
}
