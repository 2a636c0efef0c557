import Models

/// An abbreviation of a name: some of its letters in order, starting at the beginning of a word. `flcn` matches Millennium Falcon.
struct Abbreviation: Sendable {
  /// Minimum number of letters; shorter abbreviations match nearly everything.
  static let minLength = 3
  /// Maximum span in the name for each letter of the abbreviation; a wider match is coincidental.
  private static let maxSpread = 4

  struct Occurrence: Sendable, Hashable {
    /// Number of letters of the name from the first to the last match; fewer is better.
    let span: Int
    /// The matching characters, as in ``Match/marks``.
    let marks: [Range<Int>]
  }

  private let letters: [Unicode.Scalar]
  private let letterMask: LetterMask

  /// Returns `nil` unless `text` is a single word of at least ``minLength`` letters.
  init?(_ text: String) {
    let words = FoldedText(text).words
    guard words.count == 1, let word = words.first else { return nil }
    letters = Array(word.text.unicodeScalars)
    guard letters.count >= Self.minLength else { return nil }
    letterMask = LetterMask(letters)
  }

  /// Returns whether a name with these letters may match; a quick test that most names fail.
  func mayOccur(in name: LetterMask) -> Bool { letterMask.mayBecome(name, edits: 0) }

  /// Returns the occurrence in `name` with the smallest span. Scans the name once for each of its words.
  func occurrence(in name: String) -> Occurrence? {
    let words = FoldedText(name).words
    let all = words.flatMap { word in zip(word.text.unicodeScalars, word.places.characters) }
    var start = 0
    var best: Occurrence?
    for word in words {
      if let occurrence = occurrence(atStartOf: all[start...]), occurrence.span < best?.span ?? .max { best = occurrence }
      start += word.places.count
    }
    return best
  }

  private func occurrence(atStartOf name: ArraySlice<(Unicode.Scalar, Int)>) -> Occurrence? {
    guard name.first?.0 == letters[0] else { return nil }
    var marks: [Range<Int>] = []
    var next = 0
    for (index, (letter, position)) in zip(name.indices, name) where letter == letters[next] {
      if let last = marks.last, position <= last.upperBound {
        marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, position + 1)
      } else {
        marks.append(position..<position + 1)
      }
      next += 1
      guard next == letters.count else { continue }
      let span = index - name.startIndex + 1
      return span <= Self.maxSpread * letters.count ? Occurrence(span: span, marks: marks) : nil
    }
    return nil
  }
}
