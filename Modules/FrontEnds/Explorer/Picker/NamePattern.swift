import Models

/// Matches names that contain every typed word, in any order. Case, accents and punctuation are ignored: `sky lu` and `luke` match Luke
/// Skywalker, `r2d2` matches R2-D2.
struct NamePattern: Sendable, Hashable {
  struct Match: Sendable, Hashable {
    /// Higher is better. Scores of different names are comparable for the same pattern.
    var score = 0
    /// The matching characters: ascending ranges within the name.
    var marks: [Range<Int>] = []
  }

  /// Only so many letters of the pattern and of a name count: matching takes time in proportion to their product, and names come from an origin.
  static let maxLetters = 500

  private let words: [[Unicode.Scalar]]

  init(_ text: String) { words = FoldedText(text.prefix(Self.maxLetters)).words.map { Array($0.text.unicodeScalars) } }

  /// Whether the pattern matches every name.
  var isEmpty: Bool { words.isEmpty }

  /// Returns the match; `nil` if a word does not occur in the name. Words at its start score most, and then those at the start of a word.
  func match(_ name: String) -> Match? {
    guard !isEmpty else { return Match() }
    let letters = Letter.all(in: name)
    var (score, marked) = (0, [Int]())
    for word in words {
      guard word.count <= letters.count else { return nil }
      let starts = (0...letters.count - word.count).filter { start in
        word.indices.allSatisfy { letters[start + $0].scalar == word[$0] }
      }
      guard let start = starts.first(where: { letters[$0].beginsWord }) ?? starts.first else { return nil }
      score += start == 0 ? 3 : letters[start].beginsWord ? 2 : 1
      marked += letters[start..<start + word.count].map(\.index)
    }
    return Match(score: score, marks: [Range<Int>](covering: marked))
  }

  /// Returns the match as ``match(_:)`` does, or else one whose letters are the beginnings of successive words: `lsky` for Luke Skywalker.
  func matchOrInitials(_ name: String) -> Match? {
    if let match = match(name) { return match }
    var rest = words.joined()[...]
    var (marked, isInside) = ([Int](), false)
    for letter in Letter.all(in: name) {
      isInside = (letter.beginsWord || isInside) && letter.scalar == rest.first
      guard isInside else { continue }
      marked.append(letter.index)
      rest = rest.dropFirst()
    }
    return rest.isEmpty ? Match(marks: [Range<Int>](covering: marked)) : nil
  }
}

extension [Range<Int>] {
  /// The ranges that consist of `characters`, ascending.
  init(covering characters: some Sequence<Int>) {
    self = Set(characters).sorted().reduce(into: []) { ranges, character in
      if let last = ranges.last, last.upperBound == character {
        ranges[ranges.count - 1] = last.lowerBound..<character + 1
      } else {
        ranges.append(character..<character + 1)
      }
    }
  }
}

/// A folded letter or digit of a text.
private struct Letter: Sendable {
  let scalar: Unicode.Scalar
  /// The index of its character in the text; `æ` yields two letters with the same index.
  let index: Int
  let beginsWord: Bool

  static func all(in text: String) -> [Letter] {
    let words = FoldedText(text.prefix(NamePattern.maxLetters)).words
    return Array(
      words.lazy.flatMap { word in
        zip(word.text.unicodeScalars, word.places).enumerated().map { offset, letter in
          Letter(scalar: letter.0, index: letter.1, beginsWord: offset == 0)
        }
      }.prefix(NamePattern.maxLetters))
  }
}
