import Models

/// A text prepared for ``FuzzyPattern``: its folded letters and digits, with their positions. Only the first ``maxLetters`` count: matching
/// takes time and memory in proportion to their number, and names come from an origin.
struct FuzzyText: Sendable, Hashable {
  static let maxLetters = 500

  struct Letter: Sendable, Hashable {
    let scalar: Unicode.Scalar
    /// The index of the character in the text; `æ` yields two letters with the same index.
    let index: Int
    let beginsWord: Bool
  }

  let text: String
  let letters: [Letter]

  init(_ text: String) {
    self.text = text
    var letters: [Letter] = []
    letters.reserveCapacity(min(text.utf8.count, Self.maxLetters))
    var beginsWord = true
    for (index, character) in text.enumerated() where letters.count < Self.maxLetters {
      let folded = Self.fold(character)
      for (offset, scalar) in folded.enumerated() {
        letters.append(Letter(scalar: scalar, index: index, beginsWord: beginsWord && offset == 0))
      }
      // An apostrophe does not separate words.
      if character != "'", character != "’" { beginsWord = folded.isEmpty }
    }
    self.letters = letters
  }

  /// The memory of the letters in bytes.
  var size: Int { letters.count * MemoryLayout<Letter>.stride }

  private static func fold(_ character: Character) -> [Unicode.Scalar] {
    guard let ascii = character.asciiValue else { return Array(FoldedText(String(character)).compact.unicodeScalars) }
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return [Unicode.Scalar(ascii)]
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return [Unicode.Scalar(ascii + 0x20)]
    default: return []
    }
  }
}
