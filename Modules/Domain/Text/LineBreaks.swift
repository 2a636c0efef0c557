extension Character {
  /// Whether a line may end between this character and `next` without a space. Chinese and Japanese text has no spaces: a line may end beside
  /// each of its characters, but not before closing punctuation or small kana, and not after an opening bracket (JIS X 4051).
  fileprivate func allowsLineBreak(before next: Character) -> Bool {
    guard isWrittenWithoutSpaces || next.isWrittenWithoutSpaces else { return false }
    return !Self.opening.contains(self) && !Self.closing.contains(next)
  }

  /// Whether the character is Chinese or Japanese; Korean has spaces between words.
  private var isWrittenWithoutSpaces: Bool {
    guard let scalar = unicodeScalars.first?.value, scalar >= 0x2E80 else { return false }
    return Self.unspaced.contains { $0.contains(scalar) }
  }

  private static let unspaced: [ClosedRange<UInt32>] = [
    0x2E80...0x312F,  // radicals, punctuation, kana, Bopomofo
    0x3190...0x9FFF,  // phonetic extensions, ideographs
    0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF60,  // compatibility and full-width forms
    0x20000...0x3FFFD,  // rare ideographs
  ]

  private static let opening = Set("（「『【〈《〔［｛([{")
  private static let closing = Set(
    "、。，．・：；？！）」』】〉》〕］｝ー〜…％々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;!?)]}")

  /// Whether French puts a space before this punctuation mark, at which a line must not end.
  fileprivate var isSpacedPunctuation: Bool { self == ":" || self == ";" || self == "!" || self == "?" || self == "»" }
}

extension Substring {
  /// Whether a line must not end at the space before this word: French punctuation.
  fileprivate var keepsPreviousWord: Bool { !isEmpty && utf8.count <= 3 && allSatisfy(\.isSpacedPunctuation) }

  /// The parts of a word between which a line may end: the whole word, unless it has Chinese or Japanese characters. Takes linear time.
  fileprivate var unbreakableParts: [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    var previous: Character?
    for index in indices {
      if previous?.allowsLineBreak(before: self[index]) == true {
        parts.append(self[start..<index])
        start = index
      }
      previous = self[index]
    }
    parts.append(self[start...])
    return parts
  }

  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension String {
  /// The parts of the text between which a line may end, and whether a space precedes each. A no-break space belongs to a word, and so does
  /// a space beside French punctuation.
  var wrappableParts: [(text: String, followsSpace: Bool)] {
    var parts: [(text: String, followsSpace: Bool)] = []
    for word in split(whereSeparator: { $0.isWhitespace && $0 != "\u{A0}" && $0 != "\u{202F}" }) {
      // No copy of the last part is kept, which would make each extension copy the text.
      let continuesWord = parts.last.map { $0.text == "«" || word.keepsPreviousWord } ?? false
      if continuesWord {
        parts[parts.count - 1].text += " " + word
      } else if word.isASCII {
        parts.append((String(word), true))
      } else {
        for (index, part) in word.unbreakableParts.enumerated() { parts.append((String(part), index == 0)) }
      }
    }
    return parts
  }
}
