extension String {
  /// The words of this text for comparison: lower case, without accents, split at everything that is neither letter nor digit.
  /// `Padmé Amidala` gives `padme`, `amidala`; `R2-D2` gives `r2`, `d2`.
  public var foldedWords: [String] {
    var words: [String] = []
    var word = ""
    for scalar in unicodeScalars {
      if let folded = Self.fold(scalar) {
        word += folded
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// `nil` where a word ends.
  private static func fold(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: return String(scalar)
    case 0x41...0x5A: return scalar.properties.lowercaseMapping
    // An apostrophe stands inside a word.
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

  /// The names of the Unicode standard tell the base letter: `LATIN SMALL LETTER E WITH ACUTE` gives `e`, `LATIN CAPITAL LETTER AE` gives `ae`.
  private static func latinBase(_ name: String?) -> String? {
    guard let name, name.hasPrefix("LATIN "), let start = name.firstRange(of: " LETTER ")?.upperBound else { return nil }
    let letter = name[start...].prefix { $0 != " " }
    guard letter.count <= 2 else { return name.hasSuffix("SHARP S") ? "ss" : nil }
    return letter.lowercased()
  }
}
