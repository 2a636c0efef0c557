/// Text folded for comparison: its words in lower case, without accents and punctuation, each with its positions in the text.
///
/// `Padmé Amidala` gives `padme`, `amidala`; `R2-D2` gives `r2`, `d2`; `Twi'lek` gives `twilek`; `1,358 kg` gives `1358`, `kg`.
public struct FoldedText: Sendable, Hashable {
  /// A folded word and where it stands in the text.
  public struct Word: Sendable, Hashable {
    public let text: String
    /// For each Unicode scalar of the word, the offset of its source `Character`. Ascending; `æ` folds to two scalars with the same offset.
    public let places: [Int]
  }

  public let words: [Word]

  /// The words joined without separators: `r2d2`.
  public var compact: String { words.map(\.text).joined() }

  public init(_ text: some StringProtocol) {
    var builder = Builder()
    if text.utf8.withContiguousStorageIfAvailable({ builder.addASCII($0) }) != true { builder.add(Array(text)) }
    builder.endWord()
    words = builder.words
  }

  private struct Builder {
    var words: [Word] = []
    var letters: [UInt8] = []
    var places: [Int] = []

    mutating func endWord() {
      guard !letters.isEmpty else { return }
      words.append(Word(text: String(decoding: letters, as: UTF8.self), places: places))
      letters.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
    }

    /// Adds an ASCII text, whose bytes are its characters. Returns `false` for other texts, and those with carriage returns: with a line
    /// feed, they are one character.
    mutating func addASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) else { return false }
      for (place, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
          letters.append(byte < UInt8(ascii: "A") ? byte : byte | 0x20)
          places.append(place)
        case UInt8(ascii: "'"): break
        case UInt8(ascii: ",") where place > 0 && place + 1 < bytes.count && bytes[place - 1].isASCIIDigit && bytes[place + 1].isASCIIDigit:
          break
        default: endWord()
        }
      }
      return true
    }

    mutating func add(_ characters: [Character]) {
      for (place, character) in characters.enumerated() {
        // A comma between digits groups them; it does not end the word.
        if character == ",", place > 0, place + 1 < characters.count, characters[place - 1].isASCIIDigit, characters[place + 1].isASCIIDigit
        {
          continue
        }
        for scalar in character.unicodeScalars {
          guard let folded = FoldedText.fold(scalar) else {
            endWord()
            continue
          }
          letters += folded.utf8
          places += repeatElement(place, count: folded.unicodeScalars.count)
        }
      }
    }
  }

  /// Returns the folded text of `scalar`, or `nil` if it ends a word.
  private static func fold(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: return String(scalar)
    case 0x41...0x5A: return scalar.properties.lowercaseMapping
    // Apostrophes are part of a word.
    case 0x27, 0x2019, 0x02BC: return ""
    case 0..<0x80: return nil
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return ""
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber, .otherNumber:
      return latinBase(properties.name) ?? properties.lowercaseMapping
    default: return nil
    }
  }

  /// Returns the base letter found in a Unicode name: `e` for `LATIN SMALL LETTER E WITH ACUTE`, `ae` for `LATIN CAPITAL LETTER AE`.
  private static func latinBase(_ name: String?) -> String? {
    guard let name, name.hasPrefix("LATIN "), let start = name.firstRange(of: " LETTER ")?.upperBound else { return nil }
    let letter = name[start...].prefix { $0 != " " }
    guard letter.count <= 2 else { return name.hasSuffix("SHARP S") ? "ss" : nil }
    return letter.lowercased()
  }
}

extension Collection<Int> {
  /// The range of characters that ascending places come from; empty without any.
  package var covered: Range<Int> { first.map { $0..<reduce($0) { $1 } + 1 } ?? 0..<0 }
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
